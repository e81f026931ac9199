import type { Sql } from '#libs/core/database/transaction';
import { RAGGED } from '#libs/core/csv/file-rows';
import { BESIDE, isSectionLine, SECTION } from '#libs/core/csv/section-lines';
import { plain } from '#libs/core/text/plain';
import { calledOffIn } from '#libs/booking-import/rows/called-off';
import { type Headers, namesIn } from '#libs/booking-import/columns/columns';
import { ALONE } from '#libs/booking-import/rows/note-words';
import { isReadable } from '#libs/booking-import/rows/text';
import { Words } from '#libs/booking-import/rows/words';
import { filledText, isOfExports } from '#libs/booking-import/columns/unread-cells';
import { readLocationIndex } from '#libs/matching/location-index';

type Rows = readonly { values: Record<string, unknown> }[];

/** What a column without a name is called here, and by programs. */
const NAMELESS = /^(?:column|unnamed|spalte|colonne|columna|colonna|kolom|coluna|kolumna)\W*\d+$/iu;
const COLOURS = new Words(`yellow red green blue orange grey gray pink purple brown colour* color* highlight*
  gelb* rot* grun* blau* grau* rosa lila orange* farb* jaune* rouge* vert* bleu* gris* violet* couleur* surlign*
  amarill* roj* verde* azul* naranja* gris* color* giall* ross* arancion* grigi* blu evidenziat*
  geel gele rood rode groen* blauw* grijs* oranje paars kleur* amarel* vermelh* laranja cinza* cor zolt* czerwon* zielon* niebiesk* pomaranczow* szar* kolor* melyn coch gwyrdd glas llwyd oren`); // prettier-ignore
const SAYS = new Words(ALONE);
/** Words of the names of columns: `Cancelled on`, `Cancellation reason`. */
const OF_COLUMNS = new Words(`is has was date day time at on by code reason fee fees id no number type status since until from to name contact flag
  datum am um von grund gebuhr nummer le par date motif raison frais numero fecha el por motivo data il dal per datum op door reden em taxa data przez powod dyddiad ar gan`); // prettier-ignore
const OF_NIGHTS = /\b(?:last|final) (?:night|day)s?\b|letzte[nr]? (?:nacht|nachte|tage?)\b|derniere?s? (?:nuit|jour)s?\b|ultim[ao]s? (?:noche|dia|noite|nott|giorn)|laatste (?:nacht|dag)|ostatni\w* (?:noc|dzien|dni)/u; // prettier-ignore
const MEANS = /[=\u2192:]\s*\S|\s[-\u2013\u2014]\s/u;
const YEAR = /(?<!\d)(?:(?:19|20)\d{2}|\d{2}\s?[/\u2013-]\s?\d{2})(?!\d)/u;
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** `yellow = cancelled`: what colours mean, which a file of text has lost, and which no row says of itself. */
function isLegend(text: string): boolean {
  if (!wordsOf(text).some((word) => COLOURS.has(word))) return false;
  return MEANS.test(text) || calledOffIn(text) !== undefined || wordsOf(text).some((word) => SAYS.has(word));
}

/** Whether a text says something of rows, as no name of a column does. Questions are names of columns in forms. */
function isRemark(text: string): boolean {
  const words = wordsOf(text);
  if (isLegend(text) || text.includes('=')) return true;
  if (words.length < 2 || /[?\uff1f]\s*$/u.test(text))
    return YEAR.test(text) && words.every((word) => /\d/u.test(word));
  // `Last night` alone is the name of a column.
  if ((words.length > 2 && OF_NIGHTS.test(plain(text))) || YEAR.test(text)) return true;
  if (words.some((word) => OF_COLUMNS.has(word))) return false;
  return calledOffIn(text) !== undefined || words.some((word) => SAYS.has(word));
}

/** So many texts of a column are a legend at most: more are those of the rows. */
const MOST_OF_LEGEND = 20;

/** The text of a cell. What cannot be text is something as well. */
const textOf = (cell: unknown): string | undefined => (cell !== undefined && cell !== null && !isReadable(cell) ? '' : filledText(cell)); // prettier-ignore

/** The first filled cells of a column. */
function textsIn(rows: Rows, header: string, most: number): string[] {
  const texts: string[] = [];
  for (const { values } of rows) {
    const text = textOf(values[header]);
    if (text !== undefined && texts.push(text) > most) break;
  }
  return texts;
}

/** The texts to the right of the first line. */
function textsBeyond(rows: Rows): string[] {
  const beyond = rows.flatMap(({ values: { [RAGGED]: cells } }) => (Array.isArray(cells) ? cells.slice(1) : []));
  const texts = beyond.flatMap((cell) => textOf(cell) ?? []);
  return texts.length > MOST_OF_LEGEND ? [] : texts;
}

interface Beside {
  /** What is said of all rows. */
  texts: string[];
  /** Names of columns without cells that may be those of a place. */
  names: string[];
}

/** The texts of the first line, and of columns that are not read, that are no names of columns and no cells of rows. */
function besideOf(rows: Rows, headers: Headers): Beside {
  const found: Beside = { texts: textsBeyond(rows).filter(isLegend), names: [] };
  let isAfterGap = false;
  for (const header of namesIn(rows)) {
    if (BESIDE.has(header)) continue;
    if (headers.meaningOf(header) !== undefined || isOfExports(header)) {
      isAfterGap = false;
      continue;
    }
    const cells = textsIn(rows, header, MOST_OF_LEGEND);
    const isNameless = NAMELESS.test(header.trim()) || header.trim() === '';
    const isFew = cells.length <= MOST_OF_LEGEND && cells.length * 2 < Math.max(rows.length, 1);
    if (isFew) found.texts.push(...cells.filter(isLegend));
    if (isNameless) isAfterGap ||= cells.length === 0;
    else if (isFew && (isAfterGap || isLegend(header))) found.texts.push(header);
    else if (cells.length === 0) (isRemark(header) ? found.texts : found.names).push(header);
  }
  return found;
}

/**
 * The rows of a file, of which those beside a text say so like those below a heading: a text in the first line that has no column below it, or a legend of
 * colours. The name of a column in which nothing is filled says nothing.
 */
export async function withHeaderTexts<Row extends { values: Record<string, unknown> }>(
  sql: Sql,
  siteId: string,
  rows: Row[],
  headers: Headers,
): Promise<Row[]> {
  if (headers.meaningOf(SECTION) === 'ignore') return rows;
  const { texts, names } = besideOf(rows, headers);
  const places = names.length > 0 ? await readLocationIndex(sql, siteId) : undefined;
  const said = [...texts, ...names.filter((name) => places !== undefined && places.meant(name).called.length > 0)].join(' / '); // prettier-ignore
  if (said === '') return rows;
  return rows.map((row) => {
    const { [SECTION]: before } = row.values;
    if (isSectionLine(row.values) || (typeof before === 'string' && before.includes(said))) return row;
    const text = typeof before === 'string' ? `${before} / ${said}` : said;
    return { ...row, values: { ...row.values, [SECTION]: text } };
  });
}
