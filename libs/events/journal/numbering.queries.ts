import { ADVISORY_LOCKS } from '#libs/core/database/advisory-locks';
import { pipelined, type Sql } from '#libs/core/database/transaction';
import { BEGINNING, chainOf } from '#libs/events/journal/chain';
import { AUDIT_DIGEST, AUDIT_IS_CHANGE, BOOKING_DIGEST, BOOKING_EVENT } from '#libs/events/journal/trail-columns';
import { insertInto } from '#libs/core/database/columns';
import { JournalEntry } from '#libs/events/journal/journal-entry.entity';
import { isRepeatable, noteNumbered, NUMBERING, type Numbering } from '#libs/events/journal/repeatable-order.queries';

/** How many entries get their positions in one transaction. */
export const BATCH = 1_000;
/** The channel on which processes hear that the journal has grown. */
export const CHANNEL = 'lodge_events';
const LOCK = `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.journal})`;

// The trail of a booking grows under the lock of that booking, so that the order of ids is the order of each trail. The end of a site is
// looked up once: a journal that was empty a moment ago has no statistics, and is read as a whole for it.
const TAKE = `
WITH taken AS (
  DELETE FROM event_queue WHERE id IN (SELECT id FROM event_queue ORDER BY id LIMIT ${BATCH}) RETURNING id, site_id, source, event_id),
ends AS MATERIALIZED (
  SELECT s.site_id, (SELECT j.chain FROM event_journal j WHERE j.site_id = s.site_id ORDER BY j.position DESC LIMIT 1) AS chain
  FROM (SELECT DISTINCT site_id FROM taken) s)
SELECT q.id AS queued, q.site_id, q.source, q.event_id, e.*, encode(n.chain, 'hex') AS end_of_site
FROM taken q
JOIN ends n ON n.site_id = q.site_id
CROSS JOIN LATERAL (
  SELECT 'booking' AS kind, t.booking_id AS subject_id, ${BOOKING_EVENT} AS type, true AS is_change, t.recorded_at,
    encode(${BOOKING_DIGEST}, 'hex') AS digest
  FROM booking_transactions t WHERE q.source = 'booking' AND t.site_id = q.site_id AND t.id = q.event_id
  UNION ALL
  SELECT a.subject_kind, a.subject_id, a.action, ${AUDIT_IS_CHANGE}, a.at, encode(${AUDIT_DIGEST}, 'hex')
  FROM audit_events a WHERE q.source = 'audit' AND a.id = q.event_id) e
ORDER BY q.id`;

interface Taken {
  queued: string;
  site_id: string;
  source: string;
  event_id: string;
  digest: string;
  end_of_site: string | null;
}

const APPEND = `
${insertInto(JournalEntry, 'position siteId source eventId kind subjectId type isChange recordedAt digest chain')}
SELECT e.position, e.site_id, e.source, e.event_id, e.kind, e.subject_id, e.type, e.is_change, e.recorded_at, decode(e.digest, 'hex'),
  decode(e.chain, 'hex')
FROM jsonb_to_recordset($1) AS e (position bigint, site_id uuid, source text, event_id uuid, kind text, subject_id uuid, type text,
  is_change boolean, recorded_at timestamptz, digest text, chain text)`;

/**
 * Gives positions to entries of the trails that were committed and have none, in a transaction of its own. One process does so at a
 * time, and writers do not wait: their entries are found when they have committed.
 * @param isAlone false if the transaction also contains something else, which has to be on the disk when it is committed
 * @returns how many there were; `BATCH` when there may be more
 */
export async function numberEvents(tx: Sql, isAlone: boolean): Promise<number> {
  const locked = pipelined(tx.rows(LOCK));
  const read = pipelined(tx.rows<Numbering>(NUMBERING));
  const taken = await tx.rows<Taken>(TAKE);
  await locked;
  const [numbering] = await read;
  if (taken.length === 0 || !numbering) return 0;
  let position = BigInt(numbering.position);
  const chains = new Map<string, Buffer>();
  const entries = taken.map((event) => {
    position += 1n;
    const link = { position, eventId: event.event_id, digest: Buffer.from(event.digest, 'hex') };
    const chain = chainOf(chains.get(event.site_id) ?? endOf(event), link);
    chains.set(event.site_id, chain);
    return { ...event, position: String(position), chain: chain.toString('hex') };
  });
  const appended = pipelined(tx.rows(APPEND, [JSON.stringify(entries)]));
  const queued = taken.map((event) => event.queued);
  const noted = pipelined(noteNumbered(tx, queued, isAlone && isRepeatable(numbering, queued)));
  await tx.rows(`SELECT pg_notify('${CHANNEL}', $1)`, [String(position)]);
  await Promise.all([appended, noted]);
  return taken.length;
}

const endOf = ({ end_of_site: chain }: Taken): Buffer => (chain ? Buffer.from(chain, 'hex') : BEGINNING);

/** Whether anything waits for its position. */
export const isAnythingQueued = async (sql: Sql): Promise<boolean> =>
  (await sql.rows('SELECT FROM event_queue LIMIT 1')).length > 0;
