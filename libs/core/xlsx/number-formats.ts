import type { Archive } from '#libs/core/xlsx/archive';
import { readXml } from '#libs/core/xlsx/xml';

/** How a number looks: as a day, as digits with zeros before them, or as it is. */
export type NumberFormat = { kind: 'plain' | 'date' } | { kind: 'zeros'; before: string; width: number; after: string };

const PLAIN: NumberFormat = { kind: 'plain' };
const DATE: NumberFormat = { kind: 'date' };
/** Formats that every workbook has, by number: days and times, also those of East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const ZEROS = /^((?:"[^"]*"|\\.|[-/ ()])*)(0+)((?:"[^"]*"|\\.|[-/ ()])*)$/;

/** The format that a code stands for, such as `dd/mm/yyyy` or `00000`. */
export function formatOf(code: string): NumberFormat {
  const [first = ''] = code.split(';');
  const [, before = '', zeros, after = ''] = ZEROS.exec(first) ?? [];
  if (zeros !== undefined && (zeros.length > 1 || before || after))
    return { kind: 'zeros', before: literal(before), width: zeros.length, after: literal(after) };
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    // What is in brackets is a colour, a language or a condition, but for hours, minutes and seconds that are counted on.
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(bare) && !/^general/i.test(bare) ? DATE : PLAIN;
}

const literal = (text: string): string => text.replace(/"([^"]*)"|\\(.)/g, '$1$2');

/** The formats of the cells of a workbook, by the number of the style that a cell names. */
export async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  if (part === undefined || !archive.has(part)) return [];
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let isInCells = false;
  await readXml(archive.read(part), {
    open: (element, attributes) => {
      if (element === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (element === 'cellXfs') isInCells = true;
      else if (element === 'xf' && isInCells) styles.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (element) => {
      if (element === 'cellXfs') isInCells = false;
    },
  });
  const formats = new Map<number, NumberFormat>();
  const formatOfId = (id: number): NumberFormat => {
    const code = codes.get(id);
    const format = code === undefined ? (isBuiltInDate(id) ? DATE : PLAIN) : formatOf(code);
    formats.set(id, format);
    return format;
  };
  return styles.map((id) => formats.get(id) ?? formatOfId(id));
}
