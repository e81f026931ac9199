import { type Archive, noWorkbook } from '#libs/core/xlsx/archive';
import { type Look, Looks } from '#libs/core/xlsx/looks';
import { colourIn, ShownOtherwise } from '#libs/core/xlsx/shown-otherwise';
import { type RuleLook, RuleLooks } from '#libs/core/xlsx/rule-looks';
import { readXml } from '#libs/core/xlsx/xml';

/**
 * How a number looks: as a day with its year, as a day or time of which a part is not shown, without its last digits, with so many digits
 * after the point, with zeros before it, or as it is.
 */
export type NumberFormat =
  | { kind: 'plain' | 'date' | 'partial' | 'rounded' }
  | { kind: 'decimals'; digits: number }
  | { kind: 'zeros'; before: string; width: number; after: string };

const PLAIN: NumberFormat = { kind: 'plain' };
const DATE: NumberFormat = { kind: 'date' };
const PARTIAL: NumberFormat = { kind: 'partial' };
const ROUNDED: NumberFormat = { kind: 'rounded' };
/** The most characters of a format that Excel writes, too. */
const LONGEST_FORMAT = 255;
/** Excel writes no more styles of cells, and far fewer formats. */
const [MOST_STYLES, MOST_FORMATS] = [65_490, 10_000];
/** Formats that every workbook has, by number; those of East Asia show other things in each of its languages. */
const BUILT_IN = new Map<number, NumberFormat>([
  [2, { kind: 'decimals', digits: 2 }],
  ...[11, 48].map((id) => [id, ROUNDED] as const),
  ...[14, 15, 22, 30, 31].map((id) => [id, DATE] as const),
  ...[16, 17, 18, 19, 20, 21, 27, 28, 29, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, PARTIAL] as const,
  ),
]);
const ZEROS = /^((?:"[^"]*"|\\.|[-/ ()])*)(0+)((?:"[^"]*"|\\.|[-/ ()])*)$/;

/** The format that a code means, such as `dd/mm/yyyy` or `00000`. */
export function formatOf(code: string): NumberFormat {
  const [first = ''] = code.split(';');
  const [, before = '', zeros, after = ''] = ZEROS.exec(first) ?? [];
  if (zeros !== undefined && (zeros.length > 1 || before || after))
    return { kind: 'zeros', before: literal(before), width: zeros.length, after: literal(after) };
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    // What is in brackets is a colour, a language or a condition, but for hours, minutes and seconds that are counted on.
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/^general/i.test(bare)) return PLAIN;
  if (/[0#?]E[+-]/i.test(bare)) return ROUNDED;
  const [, decimals] = /^0\.(0+)$/.exec(first) ?? [];
  if (decimals) return { kind: 'decimals', digits: decimals.length };
  if (!/[dmyhs]/i.test(bare)) return PLAIN;
  // `dddd` is a day of the week.
  const isWhole = /[ye]/i.test(bare) && /m/i.test(bare) && /(?<!d)d{1,2}(?!d)/i.test(bare);
  return isWhole ? DATE : PARTIAL;
}

const literal = (text: string): string => text.replace(/"([^"]*)"|\\(.)/g, '$1$2');

/** How a cell looks. */
export interface CellStyle extends Look {
  format: NumberFormat;
  /** Whether its format shows something else than the value; not known of formats that every workbook has. */
  shown: ShownOtherwise | undefined;
}

/** The styles of a workbook, by the numbers that cells and rules of conditional formatting name. */
export interface Styles {
  styles: readonly CellStyle[];
  ruleLooks: readonly RuleLook[];
}

export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  if (part === undefined || !archive.has(part)) return { styles: [], ruleLooks: [] };
  const codes = new Map<number, string>();
  const styles: { format: number; font: number; fill: number; border: number }[] = [];
  const looks = new Looks();
  const ruleLooks = new RuleLooks();
  let [isCell, isRule] = [false, false];
  await readXml(archive, part, {
    open: (element, attributes) => {
      const code = element === 'numFmt' ? bounded(attributes['formatCode'] ?? '') : '';
      if (element === 'dxfs') isRule = true;
      else if (isRule) ruleLooks.open(element, attributes);
      else if (element === 'numFmt') codes.set(Number(attributes['numFmtId']), code);
      else if (element === 'cellXfs') isCell = true;
      else if (isCell && element === 'xf')
        styles.push({ format: numberIn(attributes, 'numFmtId'), font: numberIn(attributes, 'fontId'), fill: numberIn(attributes, 'fillId'), border: numberIn(attributes, 'borderId') }); // prettier-ignore
      else looks.open(element, attributes);
      if (codes.size > MOST_FORMATS || styles.length > MOST_STYLES)
        throw noWorkbook(`it has more than ${MOST_FORMATS} number formats, or ${MOST_STYLES} styles of cells`);
    },
    close: (element) => {
      if (element === 'cellXfs') isCell = false;
      if (element === 'dxfs') isRule = false;
      ruleLooks.close(element);
      looks.close(element);
    },
  });
  const formats = new Map<number, NumberFormat>();
  const formatOfId = (id: number): NumberFormat => {
    const code = codes.get(id);
    const format = code === undefined ? (BUILT_IN.get(id) ?? PLAIN) : formatOf(code);
    formats.set(id, format);
    return format;
  };
  const known = new Map([...codes].map(([id, code]) => [id, new ShownOtherwise(code)]));
  const cells = styles.map(({ format: id, font, fill, border }) => ({
    format: formats.get(id) ?? formatOfId(id),
    shown: known.get(id),
    ...coloured(looks.of(font, fill, border), colourIn(codes.get(id) ?? '')),
  }));
  return { styles: cells, ruleLooks: ruleLooks.all };
}

/** @throws DomainError `validation_failed` */
function bounded(code: string): string {
  if (code.length > LONGEST_FORMAT) throw noWorkbook(`a number format has more than ${LONGEST_FORMAT} characters`);
  return code;
}

/** A look in the colour of a number format, which counts before that of the font. */
function coloured(look: Look, colour: string | undefined): Look {
  if (colour === undefined) return look;
  const colours = [`text ${colour}`, look.ground && `fill ${look.ground}`].filter(Boolean).join(', ');
  return { ...look, colours, isInvisible: colour === 'white' && look.ground === '' };
}

const numberIn = (attributes: Record<string, string>, name: string): number => Number(attributes[name] ?? 0);
