import { type FileRow, markRow } from '#libs/core/csv/file-rows';
import type { Archive } from '#libs/core/xlsx/archive';
import { relationsOf } from '#libs/core/xlsx/parts';
import { joined, readXml, type XmlReader } from '#libs/core/xlsx/xml';

/** Something that lies on the cells of a sheet: a text, an arrow, a picture. */
interface Drawing {
  /** Its lines, and its first column, from 1; undefined if it lies on no cell. */
  area: { first: number; last: number; column: number } | undefined;
  text: string;
  /** Whether it is a picture or a chart, which says nothing as long as it lies outside of the rows. */
  isPicture: boolean;
}

/** So many are distinguished; more count as one drawing of the sheet as a whole. */
const MOST_DRAWINGS = 1_000;
/** How much of a text is kept: each row that has to be checked for it repeats it. */
const LONGEST = 1_000;
const DRAWN = '(drawing)';
const ANCHORS = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'];
const SHAPES = ['sp', 'cxnSp', 'contentPart'];
const PICTURES = ['pic', 'graphicFrame'];
const NUMBERS = ['row', 'col', 'rowOff'];
/** A line of usual height, in the units of drawings. */
const LINE_HEIGHT = 190_500;

/** The drawings of a sheet. What charts, slicers and comments consist of is in other parts. */
export async function readDrawings(archive: Archive, sheet: string): Promise<Drawing[]> {
  const reader = new DrawingReader();
  for (const { type, part } of (await relationsOf(archive, sheet)).values())
    if (type.endsWith('/drawing') && archive.has(part)) await readXml(archive, part, reader);
  return reader.drawings;
}

class DrawingReader implements XmlReader {
  readonly drawings: Drawing[] = [];
  private place: Record<string, number> = {};
  private corner = '';
  private number: string | undefined;
  private value = '';
  private said = '';
  private kinds = new Set<string>();
  private isText = false;
  /** For programs that do not know a kind of drawing there is another one. */
  private isFallback = false;

  open = (element: string, { cy }: Record<string, string>): void => {
    if (ANCHORS.includes(element)) [this.place, this.said, this.kinds] = [{}, '', new Set([element])];
    else if (element === 'from' || element === 'to') this.corner = element;
    else if (element === 'Fallback') this.isFallback = true;
    else if (element === 'ext' && cy !== undefined) this.place['height'] ??= Number(cy);
    else if (NUMBERS.includes(element)) [this.number, this.value] = [`${this.corner} ${element}`, ''];
    else if (!this.isFallback) {
      this.kinds.add(element);
      this.isText = element === 't';
    }
  };

  text = (text: string): void => {
    if (this.number !== undefined) this.value = joined(this.value, text);
    if (this.isText && this.said.length < LONGEST) this.said += text.slice(0, LONGEST);
  };

  close = (element: string): void => {
    if (this.number !== undefined && NUMBERS.includes(element)) {
      this.place[this.number] = Number(this.value);
      this.number = undefined;
    }
    if (element === 'Fallback') this.isFallback = false;
    if (element === 't') this.isText = false;
    if (element === 'p' && this.said !== '') this.said += ' ';
    if (ANCHORS.includes(element)) this.finish(element);
  };

  private finish(anchor: string): void {
    const has = (kinds: string[]) => kinds.some((kind) => this.kinds.has(kind));
    if (this.drawings.length > MOST_DRAWINGS || !has([...SHAPES, ...PICTURES])) return;
    if (this.drawings.length === MOST_DRAWINGS) {
      this.drawings.push({ area: undefined, text: DRAWN, isPicture: false });
      return;
    }
    const {
      'from row': row = 0,
      'from col': column = 0,
      'to row': to,
      'to rowOff': below = 0,
      height = 0,
    } = this.place;
    const last = to === undefined ? row + Math.max(1, Math.ceil(height / LINE_HEIGHT)) : to + (below > 0 ? 1 : 0);
    const area = { first: row + 1, last: Math.max(row + 1, last), column: column + 1 };
    this.drawings.push({ area: anchor === 'absoluteAnchor' ? undefined : area, text: this.said.replace(/\s+/gu, ' ').trim(), isPicture: !has(SHAPES) }); // prettier-ignore
  }
}

interface Line {
  number: number;
  row: FileRow;
}

/**
 * Marks the lines on which something is drawn. Returns what is said of the sheet as a whole: texts that lie on none of its lines, or on most of them.
 */
export function settleDrawings(drawings: readonly Drawing[], lines: readonly Line[], columns: number): string[] {
  return drawings.flatMap(({ area, text, isPicture }) => {
    const isOnTable = area !== undefined && area.column <= columns;
    const under = area ? lines.filter(({ number }) => area.first <= number && number <= area.last) : [];
    if (isOnTable && under.length > 0 && under.length * 2 <= Math.max(lines.length, LEAST_LINES)) {
      for (const { row } of under) markRow(row, text === '' ? 'something is drawn on this line' : `a text lies on this line: ${text.slice(0, SHOWN)}`); // prettier-ignore
      return [];
    }
    if (text !== '') return [text];
    return under.length > 0 && (isOnTable || !isPicture) ? [DRAWN] : [];
  });
}
/** Of fewer lines a drawing that lies on one lies on most. */
const LEAST_LINES = 2;
const SHOWN = 100;
