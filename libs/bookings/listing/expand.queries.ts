import { recordName } from '#libs/core/database/record-name';
import { anyIdOf } from '#libs/core/database/any-id-of';
import type { Sql } from '#libs/core/database/transaction';
import type { Include } from '../read-booking.dto.js';
import type { BookingResponse } from '../booking-responses.dto.js';
import type { StayResponse } from '#libs/bookings/stays.dto';
import { TRANSACTION_COLUMNS, type TransactionRow } from '#libs/bookings/booking-rows';
import { staysOf } from '#libs/bookings/stays.queries';

interface Identified {
  _id: string;
}

/** What the expansions of a booking need of it, and where they are put. */
export type ExpandedBooking = Pick<
  BookingResponse,
  '_id' | 'lead_person' | 'additional_people' | 'location' | 'block_booking' | 'flags' | 'stays' | 'expanded'
>;

type Lookup = (id: string | null) => Identified | null;

/** What one kind of `include` looks up, by the ids that a booking names, and what it puts into `expanded`. */
interface Expansion {
  records: string;
  idsOf(booking: ExpandedBooking): (string | null)[];
  expandedBy(booking: ExpandedBooking, find: Lookup): unknown;
}

const PEOPLE = `
SELECT id AS _id, student_id, first_name, last_name, ${recordName('students')} AS record_name, email, photo_url FROM students`;
const LOCATIONS = `
SELECT id AS _id, name, code, location_type_id AS location_type, parent_id AS parent, floor, capacity, active FROM locations`;

const EXPANSIONS: Record<Exclude<Include, 'transactions' | 'stays'>, Expansion> = {
  lead_person: {
    records: PEOPLE,
    idsOf: (booking) => [booking.lead_person],
    expandedBy: (booking, find) => find(booking.lead_person),
  },
  additional_people: {
    records: PEOPLE,
    idsOf: (booking) => booking.additional_people,
    expandedBy: (booking, find) => booking.additional_people.map(find),
  },
  location: {
    records: LOCATIONS,
    idsOf: (booking) => [booking.location],
    expandedBy: (booking, find) => find(booking.location),
  },
  block_booking: {
    records: 'SELECT id AS _id, name, notes FROM block_bookings',
    idsOf: (booking) => [booking.block_booking],
    expandedBy: (booking, find) => find(booking.block_booking),
  },
  flags: {
    records: 'SELECT id AS _id, name, colour FROM flags',
    idsOf: (booking) => booking.flags,
    expandedBy: (booking, find) => booking.flags.map(find),
  },
};

type Kind = keyof typeof EXPANSIONS;

/** A column of records for each kind: one round trip, however many kinds there are. */
const lookUps = (kinds: Kind[]): string =>
  `SELECT ${kinds
    .map((kind, index) => {
      const records = `${EXPANSIONS[kind].records} WHERE site_id = $1 AND id = ${anyIdOf(`$${index + 2}`)}`;
      return `(SELECT coalesce(json_agg(r), '[]') FROM (${records}) r) AS ${kind}`;
    })
    .join(', ')}`;

type Expander = (booking: ExpandedBooking) => unknown;

async function findRecords(sql: Sql, siteId: string, bookings: ExpandedBooking[], kinds: Kind[]) {
  if (kinds.length === 0) return [];
  const ids = kinds.map((kind) => [
    ...new Set(bookings.flatMap((booking) => EXPANSIONS[kind].idsOf(booking)).filter((id) => id !== null)),
  ]);
  const [found] = await sql.rows<Record<Kind, Identified[]>>(lookUps(kinds), [siteId, ...ids]);
  return kinds.map((kind): [Include, Expander] => {
    const byId = new Map(found?.[kind].map((record) => [record._id, record]));
    const find: Lookup = (id) => (id === null ? null : (byId.get(id) ?? null));
    return [kind, (booking) => EXPANSIONS[kind].expandedBy(booking, find)];
  });
}

const TRAILS = `
SELECT ${TRANSACTION_COLUMNS} FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = ANY($2::uuid[])
ORDER BY t.booking_id, t.sequence`;

async function findTrails(sql: Sql, siteId: string, bookings: ExpandedBooking[]): Promise<[Include, Expander][]> {
  const entries = await sql.rows<TransactionRow>(TRAILS, [siteId, bookings.map((booking) => booking._id)]);
  return [['transactions', (booking) => entries.filter((entry) => entry.booking === booking._id)]];
}

const STAYS = `SELECT b.id, ${staysOf('b.site_id', 'b.id', '$3')} AS stays FROM bookings b WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])`;

async function addStays(sql: Sql, siteId: string, bookings: ExpandedBooking[], today: string): Promise<void> {
  const ids = bookings.map(({ _id }) => _id);
  const rows = await sql.rows<{ id: string; stays: StayResponse[] }>(STAYS, [siteId, ids, today]);
  const byId = new Map(rows.map(({ id, stays }) => [id, stays]));
  for (const booking of bookings) booking.stays = byId.get(booking._id) ?? [];
}

/**
 * Puts the requested records into `expanded` of each booking, and its stays into itself. The statements do not grow with the
 * bookings. `today` is the date of the site.
 */
export async function expand<T extends ExpandedBooking>(
  sql: Sql,
  siteId: string,
  bookings: T[],
  include: Include[] | undefined,
  today: string,
): Promise<T[]> {
  if (!include || bookings.length === 0) return bookings;
  const kinds = include.filter((kind) => kind !== 'transactions' && kind !== 'stays');
  const missing = include.includes('stays') ? bookings.filter(({ stays }) => stays === undefined) : [];
  const [records, trails] = await Promise.all([
    findRecords(sql, siteId, bookings, kinds),
    include.includes('transactions') ? findTrails(sql, siteId, bookings) : [],
    missing.length > 0 && addStays(sql, siteId, missing, today),
  ]);
  const expanders = [...records, ...trails];
  for (const booking of bookings)
    booking.expanded = Object.fromEntries(expanders.map(([kind, expanded]) => [kind, expanded(booking)]));
  return bookings;
}
