import { insertInto } from '#libs/core/database/columns';
import { pipelined, type Sql } from '#libs/core/database/transaction';
import { EventNumbering } from '#libs/events/journal/event-numbering.entity';

/** How far the sequencer came. */
export interface Numbering {
  /** The last position. */
  position: string;
  /** The highest id of the queue that has a position. */
  last_queued: string;
  /** Whether every lower id has one as well, or was rolled back, unless it is in the queue now. */
  is_closed: boolean;
  /** Whether lower ids that are in the queue now are expected. */
  was_open: boolean;
}

// Transactions get their number before they take an id of the queue, and keep it until their commit is on the disk. Numbers of
// transactions from another server (a restored backup) are replaced by the next run.
export const NUMBERING = `
SELECT (SELECT coalesce(max(position), 0) FROM event_journal) AS position, coalesce(n.last_queued, 0) AS last_queued,
  n.open_until IS NOT NULL AS was_open, n.id IS NOT NULL
    AND (n.open_until IS NULL OR pg_snapshot_xmin(pg_current_snapshot())::text::bigint > n.open_until) AS is_closed
FROM (SELECT) AS one LEFT JOIN event_numbering n ON true`;

const NOTE = `
${insertInto(EventNumbering, 'id lastQueued openUntil', 'n')}
VALUES (1, $1, CASE WHEN $2 THEN NULL ELSE pg_current_xact_id()::text::bigint END)
ON CONFLICT (id) DO UPDATE SET last_queued = greatest(n.last_queued, EXCLUDED.last_queued), open_until = EXCLUDED.open_until`;
// A crash of PostgreSQL takes back what is not on the disk yet; the changes themselves are on it.
const DO_NOT_WAIT_FOR_DISK = 'SET LOCAL synchronous_commit = off';

/**
 * Whether these ids of the queue would be taken in the same order again: none is missing between them, nor before them, so that only
 * higher ones can still come.
 */
export function isRepeatable({ last_queued, is_closed, was_open }: Numbering, queued: string[]): boolean {
  const last = BigInt(last_queued);
  const isBefore = (id: string) => BigInt(id) <= last;
  if (!is_closed || (!was_open && queued.some(isBefore))) return false;
  return queued.filter((id) => !isBefore(id)).every((id, index) => BigInt(id) === last + BigInt(index) + 1n);
}

/** Writes down which ids of the queue got positions. Only an order that a crash could change waits for the disk. */
export async function noteNumbered(tx: Sql, queued: string[], repeatable: boolean): Promise<void> {
  if (repeatable) await Promise.all([pipelined(tx.rows(DO_NOT_WAIT_FOR_DISK)), tx.rows(NOTE, [queued.at(-1), true])]);
  else await tx.rows(NOTE, [queued.at(-1), false]);
}
