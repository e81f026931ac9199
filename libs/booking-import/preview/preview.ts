import type { SiteAccess } from '#libs/accounts/access/access';
import type { Database } from '#libs/core/database/database';
import { pipelined } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import { eachWithYield, mapWithYield } from '#libs/core/async/with-yield';
import { localDate } from '#libs/core/time/site-time';
import { overrideActions } from '#libs/bookings/booking-errors';
import { type AnalysedRow, classifyBookingRows, readGiven, summaryOf, understand } from '#libs/booking-import/analyse';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { ImportPreviewResponse } from '#libs/booking-import/import-responses.dto';
import { columnsOf } from '#libs/booking-import/columns/columns';
import { withCorrections } from '#libs/booking-import/resolutions/corrected-cells';
import { decidedRows } from '#libs/booking-import/resolutions/decision-columns';
import { withDoubts } from '#libs/booking-import/resolutions/kept-doubts';
import type { Declared } from '#libs/booking-import/columns/declared';
import { FileEvidence } from '#libs/booking-import/matching/file-evidence';
import { info } from '#libs/booking-import/issues';
import { sectioned } from '#libs/booking-import/columns/sections';
import { withSheet } from '#libs/booking-import/columns/sheets';
import { shown } from '#libs/booking-import/rows/shown';
import { type FileReading, readingOf } from '#libs/booking-import/columns/reading';
import { type Previewed, type ReadWith, shownOf } from '#libs/booking-import/preview/previewed';
import { statusWordsOf } from '#libs/matching/status-words';
import { readPeople } from '#libs/matching/people-index';
import { readLocationIndex } from '#libs/matching/location-index';
import { requireRows, withResolutions } from '#libs/booking-import/resolutions/rows-and-resolutions';
import { differingColumns, loneFields } from '#libs/booking-import/columns/lone-columns';
import { asSent, sanitizeRow } from '#libs/booking-import/rows/sanitize-row';
import { askOfUnread } from '#libs/booking-import/columns/unread';

/**
 * Says what an import would do, and why, without doing it: it runs in a READ ONLY transaction.
 * @throws DomainError `validation_failed` for a repeated row_index
 */
export async function previewImport(
  database: Database,
  access: SiteAccess,
  given: BookingImportRowRequest[],
  declared: Declared,
  now: Date,
): Promise<{ answer: ImportPreviewResponse; readWith: ReadWith; found: Record<number, Previewed> }> {
  requireRows(given);
  const decided = decidedRows(given);
  const { rows: sent, resolutions } = decided;
  const { timeZone, id } = access.site;
  const reading = await readingOf(database, access.site, decided, declared, now);
  const { headers } = reading;
  const rows = await sectioned(database, id, await withSheet(database, access.site, sent, reading), headers);
  const columns = columnsOf(rows, headers);
  const differing = differingColumns(rows, headers);
  const lone = loneFields(differing);
  const cells = await mapWithYield(withResolutions(rows, resolutions), (row) =>
    sanitizeRow(row, headers, lone(row.values)),
  );
  const stored = await withDoubts(database, id, decided, await withCorrections(database, id, decided, cells));
  const statusWords = statusWordsOf(reading.declared.status_words);
  const classified = await database.reading(async (tx) => {
    const calendar = { timeZone, today: localDate(now, timeZone), ...reading.dates, statusWords };
    // It has nothing to do while rows are compared with many people, which may take longer than a transaction may wait.
    await tx.rows('SET LOCAL idle_in_transaction_session_timeout = 0');
    // PostgreSQL looks both up while the rows are read.
    const found = pipelined(Promise.all([readLocationIndex(tx, id), readPeople(tx, id)]));
    const drafts = await mapWithYield(stored, (row) => readGiven(row, calendar));
    const [rooms, people] = await found;
    const file = new FileEvidence(people, rooms);
    await eachWithYield(drafts, (draft) => file.add(draft));
    return classifyBookingRows(
      tx,
      id,
      calendar,
      await understand(tx, id, { calendar, people, rooms, file }, drafts),
      rooms,
    );
  });
  const analysed = askOfUnread(classified, stored);
  const [first] = analysed;
  first?.issues.push(...columns.unknown.slice(0, MOST_TOLD).map(unknownColumn));
  const answer: ImportPreviewResponse = {
    preview_id: newId(),
    generated_at: now.toISOString(),
    summary: summaryOf(analysed),
    columns,
    declared: reading.declared,
    remembered: rememberedOf(reading),
    rows: analysed.map((row, index) => ({
      ...toPreviewRow(row, access),
      values: asSent(rows[index]?.values, headers, differing),
    })),
  };
  const found = Object.fromEntries(analysed.map((row) => [row.row_index, shownOf(row)]));
  return { answer, readWith: reading.readWith, found };
}

const rememberedOf = ({ remembered }: FileReading) =>
  remembered && { _id: remembered._id, used: remembered.used, updated_at: remembered.updated_at, updated_by: remembered.updated_by }; // prettier-ignore

/** How many unknown columns the first row lists; `columns` has them all. */
const MOST_TOLD = 50;
const unknownColumn = (header: string) =>
  info('unknown_column', 'this column is not read', { field: null, value: shown(header) });

function toPreviewRow({ existing, conflicts, ...row }: AnalysedRow, access: SiteAccess) {
  const { normalized, person, location, status, planned, changes, issues, row_index, state } = row;
  const shownConflicts = conflicts.map(
    ({ holder, obstacle: kind, status: theirs, contract_start, contract_end, lead_person_name, closure, left }) => ({
      booking_id: closure ? null : holder,
      kind,
      status: theirs,
      contract_start,
      contract_end,
      lead_person_name,
      ...(closure && { closure_id: holder, closure }),
      override_actions: overrideActions(theirs, theirs === 'checked_in' && !left && kind !== 'stay', access),
    }),
  );
  return {
    row_index,
    state,
    normalized,
    person,
    location,
    status,
    conflicts: shownConflicts,
    planned,
    booking_id: existing?.id ?? null,
    booking_version: existing?.version ?? null,
    changes,
    issues,
  };
}
