import type { SiteAccess } from '#libs/accounts/access/access';
import { eachWithYield, mapWithYield } from '#libs/core/async/with-yield';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { RAGGED } from '#libs/core/csv/file-rows';
import { textTable } from '#libs/core/csv/text-table';
import type { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { localDate } from '#libs/core/time/site-time';
import { readGiven, understand } from '#libs/booking-import/analyse';
import { FIELDS } from '#libs/booking-import/columns/columns';
import { BEYOND, candidateLine, DECISION_COLUMNS } from '#libs/booking-import/resolutions/decision-columns';
import { CORRECTED } from '#libs/booking-import/resolutions/corrected-cells';
import type { Draft } from '#libs/booking-import/draft';
import { FileEvidence } from '#libs/booking-import/matching/file-evidence';
import { findImport } from '#libs/booking-import/commit/imports.queries';
import { type FailedRow, findRowsToCorrect } from '#libs/booking-import/commit/results.queries';
import { HEADING } from '#libs/booking-import/columns/sections';
import { LONE } from '#libs/booking-import/columns/lone-columns';
import { shown } from '#libs/booking-import/rows/shown';
import { statusWordsOf } from '#libs/matching/status-words';
import { PREVIEWED } from '#libs/booking-import/preview/previewed';
import { BLANK, UNREAD } from '#libs/booking-import/columns/unread-cells';
import { readLocationIndex } from '#libs/matching/location-index';
import { readPeople } from '#libs/matching/people-index';

/**
 * The rows of an import that came to nothing as a file to correct and to send again: their cells as they were sent, what is wrong with
 * them, whom and which room they may mean, and columns for decisions.
 * @throws NotFound, DomainError `import_emptied`
 */
export async function rowsFile(
  database: Database,
  { site }: SiteAccess,
  { importId, format, now }: { importId: string; format: ExportFormat; now: Date },
): Promise<Buffer> {
  const record = await findImport(database, site.id, importId);
  if (!record) throw new NotFound('The import');
  if (record.emptied_at !== null)
    throw new DomainError('import_emptied', 'The rows of the import were removed some time after its end.');
  const rows = await findRowsToCorrect(database, site.id, importId);
  const calendar = {
    timeZone: site.timeZone,
    today: localDate(now, site.timeZone),
    ...record.dates,
    statusWords: statusWordsOf(record.status_words),
  };
  const drafts = await database.reading(async (tx) => {
    const [rooms, people] = [await readLocationIndex(tx, site.id), await readPeople(tx, site.id)];
    const file = new FileEvidence(people, rooms);
    const read = await mapWithYield(rows, ({ row_index, values }) => readGiven({ row_index, values }, calendar));
    await eachWithYield(read, (draft) => file.add(draft));
    return understand(tx, site.id, { calendar, people, rooms, file }, read);
  });
  return textTable(linesOf(importId, rows, drafts), format);
}

const { import: ofImport, doubt: ofDoubt, problems, people, rooms, ...decisions } = DECISION_COLUMNS;

function linesOf(importId: string, failed: FailedRow[], drafts: Draft[]): string[][] {
  const cells = failed.map(cellsOfRow);
  // Several cells of one field become several columns with its name, which contradict each other again.
  const widths = new Map<string, number>();
  for (const row of cells)
    for (const [header, cell] of Object.entries(row))
      widths.set(header, Math.max(widths.get(header) ?? 1, [cell].flat().length));
  const doubted = widths.get(RAGGED);
  widths.delete(RAGGED);
  const names = [...FIELDS.filter((field) => widths.has(field)), ...[...widths.keys()].filter((name) => !FIELDS.some((field) => field === name))]; // prettier-ignore
  const columns = names.flatMap((name) =>
    Array.from({ length: widths.get(name) ?? 1 }, (_, place) => ({ name, place })),
  );
  const doubts = Array.from({ length: doubted ?? 0 }, (_, place) => (place === 0 ? ofDoubt : `${BEYOND}${place}`));
  const lines = failed.map((row, index) => [
    ...columns.map(({ name, place }) => textOf([cells[index]?.[name]].flat()[place])),
    importId,
    ...doubts.map((_, place) => textOf(doubtsOf(cells[index] ?? {})[place])),
    problemsOf(row),
    ...candidatesOf(drafts[index]),
    ...Object.keys(decisions).map(() => ''),
  ]);
  return [[...columns.map(({ name }) => name), ofImport, ...doubts, problems, people, rooms, ...Object.values(decisions)], ...lines]; // prettier-ignore
}

/** Why a line has to be checked, and its cells beyond the header. */
const doubtsOf = ({ [RAGGED]: doubt }: Record<string, unknown>): unknown[] => [doubt].flat();

/** All cells of a row by their header. What was no text is shown as one, which has to be checked. */
function cellsOfRow({ values }: FailedRow): Record<string, unknown> {
  const {
    [UNREAD]: unread,
    [PREVIEWED]: _shown,
    [HEADING]: _heading,
    [CORRECTED]: _corrected,
    [LONE]: _lone,
    [BLANK]: _blank,
    ...fields
  } = values;
  const cells: Record<string, unknown> = { ...fields, ...(unread as object | undefined) };
  const isNoText = (cell: unknown) => [cell].flat().some((each) => typeof each === 'object' && each !== null);
  const lost = Object.keys(cells).filter((header) => isNoText(cells[header]));
  return lost.length === 0 ? cells : { [RAGGED]: `was sent as something else than text: ${lost.join(', ')}`, ...cells };
}

const textOf = (cell: unknown): string =>
  cell === undefined || cell === null ? '' : typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : shown(cell); // prettier-ignore

const problemsOf = ({ reason, issues, row_index }: FailedRow): string =>
  [
    `row ${row_index}: ${reason ?? 'failed'}`,
    ...issues
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, field, message }) => `${code}${field ? ` (${field})` : ''}: ${message}`),
  ].join('\n');

function candidatesOf(draft: Draft | undefined): [string, string] {
  const { person, location } = draft ?? {};
  const list = <T extends { _id: string }>(all: T[] = [], text: (each: T) => string) =>
    all.map((each, index) => candidateLine(text(each), each._id, index)).join('\n');
  return [
    list(person?.candidates, ({ record_name, student_id, email }) => [record_name, student_id, email].filter(Boolean).join(', ')), // prettier-ignore
    list(location?.candidates, ({ path, code }) => [code, path].filter(Boolean).join(', ')),
  ];
}
