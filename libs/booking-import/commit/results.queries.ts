import { RAGGED } from '#libs/core/csv/file-rows';
import { columnList, columnsAs, columnTypes, updateFrom } from '#libs/core/database/columns';
import { ImportRow } from '#libs/booking-import/commit/import.entity';
import type { Change } from '#libs/booking-import/matching/changes';
import type { BookingImportSummaryResponse } from '#libs/booking-import/import-responses.dto';
import type { Issue } from '#libs/booking-import/issues';
import type { Sql } from '#libs/core/database/transaction';

export type RowOutcome = 'created' | 'updated' | 'skipped' | 'failed';

/** What became of a row. */
export interface RowResult {
  position: number;
  outcome: RowOutcome;
  reason: string | null;
  booking_id: string | null;
  booking_version: number | null;
  person_id: string | null;
  person_created: boolean;
  overridden_booking_id: string | null;
  changes: Change[];
  issues: Issue[];
}

const RESULT = 'outcome reason bookingId bookingVersion personId personCreated overriddenBookingId changes issues';
const RECORD = `
${updateFrom(ImportRow, RESULT, 'i', 'r')}
FROM jsonb_to_recordset($3) AS r (${columnTypes(ImportRow, `position ${RESULT}`)})
WHERE i.site_id = $1 AND i.import_id = $2 AND i.position BETWEEN $4 AND $5 AND i.position = r.position`;

/** Writes down what became of the rows at positions from `first` to `last`. */
export const recordResults = (
  sql: Sql,
  siteId: string,
  importId: string,
  [first, last]: [number, number],
  results: RowResult[],
) => sql.rows(RECORD, [siteId, importId, JSON.stringify(results), first, last]);

export interface StoredResult extends RowResult {
  row_index: number;
}
export const STORED_RESULT = columnList(ImportRow, `position rowIndex ${RESULT}`);

const RESULTS_AS_JSON = `
SELECT string_agg(json_build_object('row_index', row_index, 'outcome', outcome, 'reason', reason, 'booking_id', booking_id,
  'person_id', person_id, 'overridden_booking_id', overridden_booking_id,
  'changed', jsonb_path_query_array(changes, '$[*].field'), 'issues', issues)::text, ',' ORDER BY position) AS json
FROM import_rows WHERE site_id = $1 AND import_id = $2 AND outcome IS NOT NULL GROUP BY position / 1000 ORDER BY position / 1000`;

/** The results of an import as its response lists them, in JSON, separated by commas. */
export const findResultsAsJson = async (sql: Sql, siteId: string, importId: string): Promise<string> =>
  (await sql.rows<{ json: string }>(RESULTS_AS_JSON, [siteId, importId])).map(({ json }) => json).join();

/** A row that came to nothing, as it was sent. */
export interface FailedRow {
  row_index: number;
  values: Record<string, unknown>;
  reason: string | null;
  issues: Issue[];
}

const AS_SENT = columnsAs(ImportRow, { row_index: 'rowIndex', values: 'cells' });
const TO_CORRECT = `
SELECT ${AS_SENT}, ${columnList(ImportRow, 'reason issues')} FROM import_rows
WHERE site_id = $1 AND import_id = $2 AND (outcome = 'failed' OR (outcome = 'skipped' AND reason = 'unresolved')) AND cells <> '{}'
ORDER BY position`;

/** The rows that failed, or that nobody decided about. */
export const findRowsToCorrect = (sql: Sql, siteId: string, importId: string): Promise<FailedRow[]> =>
  sql.rows<FailedRow>(TO_CORRECT, [siteId, importId]);
const CELLS = `
SELECT ${AS_SENT} FROM import_rows WHERE site_id = $1 AND import_id = $2 AND row_index = ANY($3::int[])`;

/** Rows of an import as they were sent; without cells when these are no longer kept. */
export const findCells = (sql: Sql, siteId: string, importId: string, rows: number[]) =>
  sql.rows<Pick<FailedRow, 'row_index' | 'values'>>(CELLS, [siteId, importId, rows]);
const DOUBTS = `
SELECT ${columnList(ImportRow, 'rowIndex')}, cells->'_unread'->$3 AS doubt FROM import_rows
WHERE site_id = $1 AND import_id = $2 AND cells->'_unread' ? $3`;

/** The rows of an import whose lines have to be checked, and why. */
export const findDoubts = (sql: Sql, siteId: string, importId: string) =>
  sql.rows<{ row_index: number; doubt: unknown }>(DOUBTS, [siteId, importId, RAGGED]);
const COUNTS = `
SELECT count(*) FILTER (WHERE outcome = 'created')::int AS created, count(*) FILTER (WHERE outcome = 'updated')::int AS updated,
  count(*) FILTER (WHERE outcome = 'skipped')::int AS skipped, count(*) FILTER (WHERE outcome = 'failed')::int AS failed,
  count(*) FILTER (WHERE person_created AND outcome IS NOT NULL)::int AS persons_created
FROM import_rows WHERE site_id = $1 AND import_id = $2`;
export const countOutcomes = async (sql: Sql, siteId: string, importId: string) =>
  (await sql.rows<BookingImportSummaryResponse>(COUNTS, [siteId, importId]))[0] as BookingImportSummaryResponse;
export const countDone = async (sql: Sql, siteId: string, importId: string): Promise<number> =>
  (
    await sql.rows<{ n: number }>(
      'SELECT count(*)::int AS n FROM import_rows WHERE site_id = $1 AND import_id = $2 AND outcome IS NOT NULL',
      [siteId, importId],
    )
  )[0]?.n ?? 0;
