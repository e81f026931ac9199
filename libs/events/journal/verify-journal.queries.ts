import type { Sql } from '#libs/core/database/transaction';
import { BEGINNING, chainOf } from '#libs/events/journal/chain';
import { AUDIT_DIGEST, BOOKING_DIGEST } from '#libs/events/journal/trail-columns';

const PAGE = 5_000;

// Entries that were emptied by an erasure no longer contain what was hashed.
const READ = `
SELECT j.position, j.site_id, j.event_id, encode(j.digest, 'hex') AS digest, encode(j.chain, 'hex') AS chain,
  coalesce(t.id, a.id) IS NOT NULL AS is_there, coalesce(t.emptied_at, a.emptied_at) IS NOT NULL AS is_emptied,
  coalesce(t.recorded_at, a.at) AS recorded_at,
  encode(CASE WHEN t.id IS NOT NULL THEN ${BOOKING_DIGEST} WHEN a.id IS NOT NULL THEN ${AUDIT_DIGEST} END, 'hex') AS found,
  (t.id IS NULL OR (j.kind = 'booking' AND j.subject_id = t.booking_id)) AND (a.id IS NULL OR (j.kind = a.subject_kind AND j.subject_id = a.subject_id
    AND j.type = a.action)) AS is_about_it
FROM event_journal j
LEFT JOIN booking_transactions t ON j.source = 'booking' AND t.site_id = j.site_id AND t.id = j.event_id
LEFT JOIN audit_events a ON j.source = 'audit' AND a.id = j.event_id
WHERE j.position > $1 ORDER BY j.position LIMIT ${PAGE}`;

interface Row {
  position: string;
  site_id: string;
  event_id: string;
  digest: string;
  chain: string;
  is_there: boolean;
  is_emptied: boolean;
  is_about_it: boolean;
  found: string | null;
}

/** The first entry that is not as it was written, and how one sees it. */
export interface Altered {
  position: string;
  site: string;
  event: string;
  why: string;
}

/**
 * Holds every entry of the journal against the trail and against the one before it. The session has to be in UTC.
 * @returns how many entries there are up to the first that was altered, and which that is
 */
export async function verifyJournal(sql: Sql): Promise<{ entries: number; altered?: Altered }> {
  const chains = new Map<string, Buffer>();
  let [entries, last] = [0, 0n];
  for (let rows: Row[] | undefined; !rows || rows.length === PAGE;) {
    rows = await sql.rows<Row>(READ, [String(last)]);
    for (const row of rows) {
      const position = BigInt(row.position);
      const why = breachOf(row, position === last + 1n, chains);
      if (why) return { entries, altered: { position: row.position, site: row.site_id, event: row.event_id, why } };
      last = position;
      entries++;
    }
  }
  return { entries };
}

function breachOf(row: Row, isNext: boolean, chains: Map<string, Buffer>): string | undefined {
  if (!isNext) return 'the entry before it is gone';
  const link = { position: BigInt(row.position), eventId: row.event_id, digest: Buffer.from(row.digest, 'hex') };
  const chain = chainOf(chains.get(row.site_id) ?? BEGINNING, link);
  chains.set(row.site_id, chain);
  if (chain.toString('hex') !== row.chain) return 'its hash does not follow from the one before it';
  if (!row.is_there) return 'the trail does not have its event any more';
  if (!row.is_about_it) return 'it is not about what its event is about';
  return row.is_emptied || row.found === row.digest ? undefined : 'the trail says something else than it did';
}

/** How many changes wait for their position. */
export const COUNT_QUEUED = 'SELECT count(*)::int AS n FROM event_queue';
