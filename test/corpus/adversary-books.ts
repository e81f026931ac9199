import { pick } from '#apps/demo/seeded';
import { escaped, type WorkbookXml } from '../support/workbook.js';
import type { Stay } from './adversaries.js';
import { type Cells, written } from './adversary-people.js';
import type { Person } from './site.js';

type Random = () => number;

/** A workbook that tries to be read wrongly, and what its rows then say. */
export interface Book {
  book: WorkbookXml;
  stays: Stay[];
  /** The sheet that is meant, where another one has rows, too. */
  sheet?: string;
}

/** A row as cells in XML, and what is odd about it. */
interface Line {
  cells: Record<string, string>;
  attributes: string;
  /** Areas to merge, and cells with comments, with `@` for the number of the line. */
  merged?: string;
  comment?: string;
  /** Nobody can know what stood there: it has to be asked. */
  isLost: boolean;
}

const FIELDS = ['student_id', 'first_name', 'last_name', 'email', 'room', 'contract_start', 'contract_end', 'status', 'notes', 'vehicle_registration']; // prettier-ignore
const DATES = ['contract_start', 'contract_end'];
const letterOf = (field: string): string => String.fromCharCode(65 + FIELDS.indexOf(field));

// Numbers of the styles below.
const STYLE = {
  day: 1,
  dayMonth: 2,
  monthYear: 3,
  time: 4,
  rounded: 5,
  sixDigits: 6,
  struck: 7,
  euro: 8,
  white: 9,
  red: 10,
  marked: 11,
};
const CODES = ['dd/mm/yyyy', 'd-mmm', 'mmm-yy', 'hh:mm', '0.00E+00', '000000', 'General', '[$-407]dddd, d. mmmm yyyy'];
const STYLES = `<styleSheet><numFmts>${CODES.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><fonts><font/><font><strike/></font><font><color rgb="FFFFFFFF"/></font><font><color rgb="FFC00000"/></font></fonts><fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/></patternFill></fill></fills><cellXfs><xf numFmtId="0"/>${CODES.map((_, index) => `<xf numFmtId="${164 + index}" fontId="${index + 1 === STYLE.struck ? 1 : 0}"/>`).join('')}<xf numFmtId="0" fontId="2"/><xf numFmtId="0" fontId="3"/><xf numFmtId="0" fillId="2"/></cellXfs></styleSheet>`; // prettier-ignore

const text = (value: string, style = 0): string =>
  `<c r="@" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
const number = (value: number | string, style = 0): string => `<c r="@" s="${style}"><v>${value}</v></c>`;
const formula = (xml: string, from = 'Data!A1'): string => xml.replace('<v>', `<f>${from}</f><v>`);
const serialOf = (date: string, from1904 = false): number =>
  Date.parse(date) / 86_400_000 + 25_569 - (from1904 ? 1_462 : 0);

const textLine = (row: Cells): Line => ({
  cells: Object.fromEntries(FIELDS.filter((field) => row[field]).map((field) => [field, text(row[field] ?? '')])),
  attributes: '',
  isLost: false,
});
const dayLine = (row: Cells, from1904 = false, style = STYLE.day): Line => {
  const line = textLine(row);
  for (const field of DATES) line.cells[field] = number(serialOf(row[field] ?? '', from1904), style);
  return line;
};
const lost = (line: Line, more: Partial<Line>, cells: Record<string, string> = {}): Line => ({
  ...line,
  ...more,
  cells: { ...line.cells, ...cells },
  isLost: true,
});

/** Changes by people and spreadsheets after which the meaning of a row is uncertain. */
const MISCHIEF: ((line: Line, row: Cells, random: Random) => Line)[] = [
  (line) => lost(line, { attributes: ' hidden="1"' }),
  (line) => lost(line, { attributes: ' ht="0" customHeight="1"' }),
  (line) => lost(line, { merged: 'F@:G@' }),
  (line) => lost(line, { comment: 'E@' }),
  (line, row) => lost(line, {}, { room: text(row.room ?? '', STYLE.struck) }),
  (line, row) => lost(line, {}, { notes: `<c r="@" t="inlineStr"><is><r><rPr><strike/></rPr><t>${escaped(row.room ?? '')}</t></r><r><t> other</t></r></is></c>` }), // prettier-ignore
  (line, _row, random) => lost(line, {}, { [pick(FIELDS, random)]: `<c r="@" t="e"><v>${pick(['#N/A', '#REF!', '#BLOCKED!', '#BEZUG!', '#NEW!'], random)}</v></c>` }), // prettier-ignore
  (line, _row, random) => lost(line, {}, { [pick(FIELDS, random)]: text(pick(['#N/A', '#NV', '#VALEUR!', '#¡REF!', 'Err:508', '########', '#N/D'], random)) }), // prettier-ignore
  (line, _row, random) => lost(line, {}, { [pick(FIELDS, random)]: '<c r="@"><f>VLOOKUP(A1,Data!A:B,2)</f></c>' }),
  (line, row) => lost(line, {}, { contract_start: number(serialOf(row.contract_start ?? ''), STYLE.dayMonth) }),
  // Colours that few lines have: of a text, of a part of it, and of a blank cell.
  (line, row) => lost(line, {}, { room: text(row.room ?? '', STYLE.white) }),
  (line, row, random) => lost(line, {}, { room: text(row.room ?? '', pick([STYLE.red, STYLE.marked], random)) }),
  (line, row) => (row.notes ? line : lost(line, {}, { notes: `<c r="@" s="${STYLE.marked}"/>` })),
  (line, row) => lost(line, {}, { room: `<c r="@" t="inlineStr"><is><r><rPr><color rgb="FFC00000"/></rPr><t>${escaped(row.room ?? '')}</t></r></is></c>` }), // prettier-ignore
  (line, row) => lost(line, {}, { contract_end: number(serialOf(row.contract_end ?? ''), STYLE.monthYear) }),
  (line, row) => lost(line, {}, { contract_start: number(serialOf(row.contract_start ?? '') + 0.375, STYLE.time) }),
  (line, _row, random) => lost(line, {}, { room: number(serialOf('2026-02-14'), pick([STYLE.day, STYLE.dayMonth, STYLE.monthYear], random)) }), // prettier-ignore
  (line) => lost(line, {}, { vehicle_registration: number(1_200_000, STYLE.rounded) }),
  (line, _row, random) => lost(line, {}, { notes: text(pick(['CANCELLED', 'cancelled 3/9, moved to B2', 'No show', 'storniert!', 'Annulé - voir mail'], random)) }), // prettier-ignore
];

/** What does no harm: the value is there, in another form. */
const HARMLESS: ((line: Line, row: Cells, random: Random) => Line)[] = [
  (line) => ({ ...line, cells: Object.fromEntries(Object.entries(line.cells).map(([field, xml]) => [field, DATES.includes(field) ? formula(xml) : xml])) }), // prettier-ignore
  (line, row) => ({ ...line, cells: { ...line.cells, contract_start: number(serialOf(row.contract_start ?? ''), STYLE.euro) } }), // prettier-ignore
  (line, row) => ({ ...line, cells: { ...line.cells, contract_start: text(row.contract_start ?? ''), room: text(`="${row.room}"`) } }), // prettier-ignore
  (line, row) => ({ ...line, cells: { ...line.cells, room: `<c r="@" t="str"><f>Data!B2</f><v>${escaped(row.room ?? '')}</v></c>` } }), // prettier-ignore
  (line, row) => ({ ...line, cells: { ...line.cells, ...(row.student_id && { student_id: text(`="${row.student_id}"`) }) } }), // prettier-ignore
];

/** A day as a spreadsheet of one country has it that opened a list of another: turned round, or left over as a text. */
function turned(date: string, isUs: boolean): { xml: string; isTurned: boolean } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const isDay = day <= 12;
  const other = `${year}-${String(day).padStart(2, '0')}-${String(month).padStart(2, '0')}`;
  if (isDay) return { xml: number(serialOf(other), STYLE.day), isTurned: day !== month };
  return { xml: text(isUs ? `${month}/${day}/${year}` : `${day}/${month}/${year}`), isTurned: false };
}

function turnedLine(row: Cells, isUs: boolean): Line {
  const line = textLine(row);
  for (const field of DATES) {
    const { xml, isTurned } = turned(row[field] ?? '', isUs);
    line.cells[field] = xml;
    line.isLost ||= isTurned;
  }
  return line;
}

/** An id, a room or a number plate as a spreadsheet has it that takes numbers for numbers. */
function numberLine(row: Cells, random: Random): Line {
  const line = dayLine(row);
  for (const field of ['student_id', 'room', 'vehicle_registration'])
    if (/^\d+(\.\d+)?$/.test(row[field] ?? '')) line.cells[field] = number(String(Number(row[field])));
  // Some have a format that puts the zeros back.
  if (/^\d{6}$/.test(row.student_id ?? '') && random() < 0.5)
    line.cells.student_id = number(Number(row.student_id), STYLE.sixDigits);
  return line;
}

/** Somebody whose name is in a row, and whose id is what a number became without its zeros: the row is just theirs. */
function becameOf(line: Line | undefined, row: Cells | undefined, people: readonly Person[]): string | undefined {
  const [, id] = /<v>(\d+)<\/v>/.exec(line?.cells.student_id ?? '') ?? [];
  const isPlain = id !== undefined && line?.cells.student_id?.includes('s="0"');
  return isPlain && row ? people.find((each) => each.student_id === id && written(each) === written(row as unknown as Person))?.id : undefined; // prettier-ignore
}

const oddLine = (row: Cells, random: Random): Line => {
  const line = dayLine(row);
  if (random() < 0.3) return pick(MISCHIEF, random)(line, row, random);
  return random() < 0.3 ? pick(HARMLESS, random)(line, row, random) : line;
};

type Kind = { lineOf: (row: Cells, random: Random) => Line; from1904?: true; isUnclear?: true; others?: true };
/** How a workbook is made. `isUnclear`: nobody could be sure of all of its rows. */
export const BOOKS: Kind[] = [
  { lineOf: (row) => dayLine(row) },
  { lineOf: (row) => dayLine(row, true), from1904: true },
  { lineOf: (row) => dayLine(row, true, 0), from1904: true },
  { lineOf: (row) => turnedLine(row, true), isUnclear: true },
  { lineOf: (row) => turnedLine(row, false), isUnclear: true },
  { lineOf: (row, random) => (random() < 0.7 ? dayLine(row) : turnedLine(row, true)), isUnclear: true },
  { lineOf: numberLine, isUnclear: true },
  { lineOf: oddLine },
  { lineOf: oddLine, others: true },
];

const header = (names: string[]) => `<row r="1">${names.map((name, index) => text(name).replace('@', `${String.fromCharCode(65 + index)}1`)).join('')}</row>`; // prettier-ignore
const xmlOf = ({ cells, attributes }: Line, at: number): string =>
  `<row r="${at}"${attributes}>${FIELDS.map((field) => (cells[field] ?? '').replace('r="@"', `r="${letterOf(field)}${at}"`)).join('')}</row>`;

/** A workbook with rows whose days are in ISO 8601. */
export function bookOf(kind: Kind, rows: Cells[], stays: Stay[], people: readonly Person[], random: Random): Book {
  const lines = rows.map((row) => kind.lineOf(row, random));
  // In a mixture of typed days and texts each typed one may have been turned.
  const isMixed =
    kind.isUnclear && lines.some(({ cells }) => DATES.some((field) => cells[field]?.includes('inlineStr')));
  const isShort = (row: Cells) => DATES.some((field) => Number((row[field] ?? '').slice(8)) <= 12);
  const filled = (line: Line, index: number) => line.isLost || (isMixed && isShort(rows[index] ?? {}));
  const name = 'Arrivals & stays';
  const sheetXml = `${header(FIELDS)}${lines.map((line, index) => xmlOf(line, index + 2)).join('')}`;
  const merged = lines.flatMap(({ merged }, index) => merged?.replaceAll('@', String(index + 2)) ?? []);
  const comments = lines.flatMap(({ comment }, index) => comment?.replaceAll('@', String(index + 2)) ?? []);
  const sheets: WorkbookXml['sheets'] = [{ name, rows: merged.length > 0 ? `${sheetXml}</sheetData><mergeCells>${merged.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells><sheetData>` : sheetXml }]; // prettier-ignore
  if (kind.others) {
    // The list of last year comes first, or is hidden.
    const old = { name: 'Old', rows: `${header(FIELDS)}${rows.map((row, index) => xmlOf(dayLine({ ...row, contract_start: '2026-12-01', contract_end: '2026-12-20' }), index + 2)).join('')}` }; // prettier-ignore
    sheets.unshift(random() < 0.5 ? { ...old, state: 'hidden' } : old);
  }
  const number = sheets.length;
  return {
    book: {
      sheets,
      ...(kind.from1904 && { from1904: true }),
      parts: {
        'xl/styles.xml': STYLES,
        ...(comments.length > 0 && {
          [`xl/worksheets/_rels/sheet${number}.xml.rels`]: '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>', // prettier-ignore
          'xl/comments1.xml': `<comments><commentList>${comments.map((ref) => `<comment ref="${ref}"><text><t>moved</t></text></comment>`).join('')}</commentList></comments>`, // prettier-ignore
        }),
      },
    },
    stays: stays.map((stay, index) => {
      const clear = !kind.isUnclear && !filled(lines[index] as Line, index);
      const isLost = lines[index]?.isLost ?? false;
      const person = becameOf(lines[index], rows[index], people) ?? stay.person;
      return { ...stay, kind: `${stay.kind} / workbook`, person: isLost ? null : person, room: isLost ? null : stay.room, clear: stay.clear && clear, broadlyClear: stay.broadlyClear && clear }; // prettier-ignore
    }),
    ...(kind.others && { sheet: name }),
  };
}
