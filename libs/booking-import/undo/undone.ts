import type { Sql } from '#libs/core/database/transaction';
import type { ImportUndoneResponse, ImportUndoResponse } from '#libs/booking-import/import-responses.dto';
import { findUndo, summariseUndo } from '#libs/booking-import/undo/undo.queries';
import { statusOf } from '#libs/booking-import/undo/undo.service';

/** The state of the undo of an import; null when nobody requested one. */
export async function undoneOf(sql: Sql, siteId: string, importId: string): Promise<ImportUndoneResponse | null> {
  const record = await findUndo(sql, siteId, importId);
  if (!record || (record.job_id === null && record.undo_answer === null)) return null;
  const { job_id, undone_at, undo_answer: whole } = record;
  const summary = whole ? (whole as ImportUndoResponse).summary : await summariseUndo(sql, siteId, importId);
  const { reversed, kept, blocked } = summary;
  return { status: whole ? 'completed' : statusOf(record), job_id, undone_at, reversed, kept, blocked };
}
