import type { ActorType, SiteAccess } from '#libs/accounts/access/access';
import type { Change } from '#libs/bookings/booking-trail';
import type { Sql } from '#libs/core/database/transaction';
import { type Place, START } from '#libs/events/cursor';
import { type EventKind, readableKinds, WELFARE_TYPES } from '#libs/events/event-kinds';

/** An entry of the journal with what its trail says. */
export interface EventRow extends Place {
  id: string;
  site: string;
  type: string;
  kind: EventKind;
  subject_id: string;
  occurred_at: string;
  recorded_at: string;
  actor: { type: ActorType; _id: string | null; name: string };
  changes: Change[];
  caused_by: { kind: string; _id: string } | null;
  request_id: string | null;
  emptied_at: string | null;
}

/** Which events are wanted: SQL patterns of types, a record, or a kind of records. */
export interface EventFilter {
  types?: string[] | undefined;
  resource?: string | undefined;
  kind?: EventKind | undefined;
}

const LAST = `SELECT position, encode(chain, 'hex') AS chain FROM event_journal ORDER BY position DESC LIMIT 1`;
/** Where the journal ends. */
export const findEnd = async (sql: Sql): Promise<Place> => (await sql.rows<Place>(LAST))[0] ?? START;

const LAST_OF_SITES = `
SELECT e.position, encode(e.chain, 'hex') AS chain FROM unnest($1::uuid[]) AS r (id)
CROSS JOIN LATERAL (
  SELECT j.position, j.chain FROM event_journal j WHERE j.site_id = r.id AND j.position <= $2 ORDER BY j.position DESC LIMIT 1) e
ORDER BY e.position DESC LIMIT 1`;
/** The last entry of some sites up to a position. */
export const findLastOf = async (sql: Sql, siteIds: string[], upTo: string): Promise<Place> =>
  (await sql.rows<Place>(LAST_OF_SITES, [siteIds, upTo]))[0] ?? START;

const GROWN = `SELECT DISTINCT site_id FROM event_journal WHERE position > $1 AND position <= $2`;
/** The sites that have entries after one position and up to another. */
export async function findGrownSites(sql: Sql, { after, to }: { after: string; to: string }): Promise<Set<string>> {
  return new Set((await sql.rows<{ site_id: string }>(GROWN, [after, to])).map(({ site_id }) => site_id));
}

const AT = `SELECT position, encode(chain, 'hex') AS chain FROM event_journal WHERE position = $1`;
/** The entry at a position. */
export const findPlace = async (sql: Sql, position: string): Promise<Place | undefined> =>
  position === '0' ? START : (await sql.rows<Place>(AT, [position]))[0];

const JOURNAL = `
FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS r (site_id, kinds, welfare) JOIN sites s ON s.id = r.site_id
CROSS JOIN LATERAL`;
const KEPT = `now() - make_interval(days => s.event_retention_days)`;

// The status is a change like others; its transaction says it in columns.
const STATUS = `CASE WHEN t.to_status IS DISTINCT FROM t.from_status
  THEN jsonb_build_array(jsonb_build_object('field', 'status', 'from', t.from_status, 'to', t.to_status)) ELSE '[]' END`;
const read = (filter: string) => `
SELECT e.position, encode(e.chain, 'hex') AS chain, e.event_id AS id, e.site_id AS site, e.type, e.kind, e.subject_id,
  coalesce(t.occurred_at, a.at) AS occurred_at, e.recorded_at,
  json_build_object('type', coalesce(t.actor_type, a.actor_type), '_id', coalesce(t.actor_id, a.actor_id),
    'name', coalesce(t.actor_name, a.actor_name)) AS actor,
  -- Without its trail, an entry of the journal has lost what was changed.
  coalesce(CASE WHEN e.source = 'booking' THEN ${STATUS} || t.changes ELSE a.changes END, '[]') AS changes,
  CASE WHEN coalesce(t.cause_kind, a.cause_kind) IS NOT NULL
    THEN json_build_object('kind', coalesce(t.cause_kind, a.cause_kind), '_id', coalesce(t.cause_id, a.cause_id)) END AS caused_by,
  coalesce(t.request_id, a.request_id) AS request_id, coalesce(t.emptied_at, a.emptied_at) AS emptied_at
${JOURNAL} (
  SELECT j.* FROM event_journal j
  WHERE j.site_id = s.id AND j.position > $4 AND j.position <= $5 AND j.is_change AND j.recorded_at >= ${KEPT}
    AND j.kind = ANY (string_to_array(r.kinds, ',')) AND (r.welfare OR j.type <> ALL ($6))
    AND ($7::text[] IS NULL OR j.type LIKE ANY ($7)) AND ($8::uuid IS NULL OR j.subject_id = $8) AND ($9::text IS NULL OR j.kind = $9)${filter}
  ORDER BY j.position LIMIT $10) e
LEFT JOIN booking_transactions t ON e.source = 'booking' AND t.site_id = e.site_id AND t.id = e.event_id
LEFT JOIN audit_events a ON e.source = 'audit' AND a.id = e.event_id
ORDER BY e.position LIMIT $10`;

const READ = read('');
const READ_SOME = read(' AND j.position = ANY ($11::bigint[])');

const rightsOf = (accesses: SiteAccess[]) => [
  accesses.map(({ site }) => site.id),
  accesses.map((access) => readableKinds(access).join()),
  accesses.map((access) => access.may('student.welfare')),
];

/** Events after one place and up to another, in their order, as far as each access lets its caller read them. */
export function listEvents(
  sql: Sql,
  accesses: SiteAccess[],
  { after, to }: { after: string; to: string },
  { types, resource, kind }: EventFilter,
  limit: number,
): Promise<EventRow[]> {
  const values = [after, to, WELFARE_TYPES, types ?? null, resource ?? null, kind ?? null, limit];
  return sql.rows<EventRow>(READ, [...rightsOf(accesses), ...values]);
}

/** The events at some positions, in their order, as far as the access lets its caller read them. */
export function listEventsAt(sql: Sql, access: SiteAccess, positions: string[]): Promise<EventRow[]> {
  const numbers = positions.map(Number);
  const [before, last] = [String(Math.min(...numbers) - 1), String(Math.max(...numbers))];
  const values = [before, last, WELFARE_TYPES, null, null, null, positions.length, positions];
  return sql.rows<EventRow>(READ_SOME, [...rightsOf([access]), ...values]);
}

// Entries are recorded in nearly the order of their positions: the next one is representative of those after it.
const EXPIRED = `
SELECT FROM unnest($1::uuid[]) AS r (id) JOIN sites s ON s.id = r.id
CROSS JOIN LATERAL (
  SELECT j.recorded_at FROM event_journal j WHERE j.site_id = s.id AND j.position > $2 ORDER BY j.position LIMIT 1) e
WHERE e.recorded_at < ${KEPT} LIMIT 1`;
/** Whether events after a place are older than what a site keeps. */
export const areExpired = async (sql: Sql, siteIds: string[], after: string): Promise<boolean> =>
  (await sql.rows(EXPIRED, [siteIds, after])).length > 0;
