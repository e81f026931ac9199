import type { SiteAccess } from '#libs/accounts/access/access';
import { mapWithYield, withYield } from '#libs/core/async/with-yield';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { RAGGED } from '#libs/core/csv/file-rows';
import { textTable } from '#libs/core/csv/text-table';
import type { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { localDate } from '#libs/core/time/site-time';
import { readGiven, understand } from '#libs/booking-import/analyse';
import { FIELDS } from '#libs/booking-import/columns';
import { candidateLine, DECISION_COLUMNS } from '#libs/booking-import/decision-columns';
import type { Draft } from '#libs/booking-import/draft';
import { FileEvidence } from '#libs/booking-import/file-evidence';
import { findImport } from '#libs/booking-import/imports.queries';
import { type FailedRow, findRowsToCorrect } from './results.queries.js';
import { shown } from './shown.js';
import { statusWordsOf } from '#libs/booking-import/status-words';
import { PREVIEWED } from '#libs/booking-import/previewed';
import { UNREAD } from '#libs/booking-import/unread';
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
  if (record.emptied_at !== null) throw new DomainError('import_emptied', 'The import ended more than 30 days ago.');
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
    for await (const draft of withYield(read)) file.add(draft);
    return understand(tx, site.id, { calendar, people, rooms, file }, read);
  });
  return textTable(linesOf(importId, rows, drafts), format);
}

const { import: ofImport, problems, people, rooms, ...decisions } = DECISION_COLUMNS;

function linesOf(importId: string, failed: FailedRow[], drafts: Draft[]): string[][] {
  const cells = failed.map(({ values: { [UNREAD]: unread, [PREVIEWED]: _shown, ...fields } }) => ({ ...fields, ...(unread as object | undefined) }) as Record<string, unknown>); // prettier-ignore
  const used = new Set(cells.flatMap((row) => Object.keys(row)).filter((header) => header !== RAGGED));
  const columns = [...FIELDS.filter((field) => used.delete(field)), ...used];
  const lines = failed.map((row, index) => [
    ...columns.map((column) => textOf(cells[index]?.[column])),
    importId,
    problemsOf(row),
    ...candidatesOf(drafts[index]),
    ...Object.keys(decisions).map(() => ''),
  ]);
  return [[...columns, ofImport, problems, people, rooms, ...Object.values(decisions)], ...lines];
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
