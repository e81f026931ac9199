import type { Sql } from '#libs/core/database/database';
import type { BookingResponse, Include } from '#libs/bookings/bookings.dto';
import { TRANSACTION_COLUMNS, type TransactionRow } from '#libs/bookings/booking-rows';

interface Identified {
  _id: string;
}

const PEOPLE = `
SELECT id AS _id, student_id, first_name, last_name, last_name || ', ' || first_name AS record_name, email, photo_url
FROM students WHERE site_id = $1 AND id = ANY($2::uuid[])`;
const LOCATIONS = `
SELECT id AS _id, name, code, location_type_id AS location_type, parent_id AS parent, floor, capacity, active
FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])`;
const BLOCKS = 'SELECT id AS _id, name, notes FROM block_bookings WHERE site_id = $1 AND id = ANY($2::uuid[])';
const FLAGS = 'SELECT id AS _id, name, colour FROM flags WHERE site_id = $1 AND id = ANY($2::uuid[])';
const TRAILS = `
SELECT ${TRANSACTION_COLUMNS} FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = ANY($2::uuid[])
ORDER BY t.booking_id, t.sequence`;

type Lookup = (id: string | null) => Identified | null;

async function lookUp(sql: Sql, text: string, siteId: string, ids: (string | null)[]): Promise<Lookup> {
  const distinct = [...new Set(ids.filter((id): id is string => id !== null))];
  const found = distinct.length > 0 ? await sql.rows<Identified>(text, [siteId, distinct]) : [];
  const byId = new Map(found.map((row) => [row._id, row]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

type Expand = (sql: Sql, siteId: string, bookings: BookingResponse[]) => Promise<(booking: BookingResponse) => unknown>;

const EXPANSIONS: Record<Include, Expand> = {
  lead_person: async (sql, siteId, bookings) => {
    const person = await lookUp(
      sql,
      PEOPLE,
      siteId,
      bookings.map((booking) => booking.lead_person),
    );
    return (booking) => person(booking.lead_person);
  },
  additional_people: async (sql, siteId, bookings) => {
    const person = await lookUp(
      sql,
      PEOPLE,
      siteId,
      bookings.flatMap((booking) => booking.additional_people),
    );
    return (booking) => booking.additional_people.map(person);
  },
  location: async (sql, siteId, bookings) => {
    const location = await lookUp(
      sql,
      LOCATIONS,
      siteId,
      bookings.map((booking) => booking.location),
    );
    return (booking) => location(booking.location);
  },
  block_booking: async (sql, siteId, bookings) => {
    const block = await lookUp(
      sql,
      BLOCKS,
      siteId,
      bookings.map((booking) => booking.block_booking),
    );
    return (booking) => block(booking.block_booking);
  },
  flags: async (sql, siteId, bookings) => {
    const flag = await lookUp(
      sql,
      FLAGS,
      siteId,
      bookings.flatMap((booking) => booking.flags),
    );
    return (booking) => booking.flags.map(flag);
  },
  transactions: async (sql, siteId, bookings) => {
    const entries = await sql.rows<TransactionRow>(TRAILS, [siteId, bookings.map((booking) => booking._id)]);
    return (booking) => entries.filter((entry) => entry.booking === booking._id);
  },
};

/** Puts the asked-for records into `expanded` of each booking: one statement per kind, however many bookings there are. */
export async function expand<T extends BookingResponse>(
  sql: Sql,
  siteId: string,
  bookings: T[],
  include: Include[] | undefined,
): Promise<T[]> {
  if (!include || bookings.length === 0) return bookings;
  const readers = await Promise.all(
    include.map(async (kind) => [kind, await EXPANSIONS[kind](sql, siteId, bookings)] as const),
  );
  return bookings.map((booking) => ({
    ...booking,
    expanded: Object.fromEntries(readers.map(([kind, read]) => [kind, read(booking)])),
  }));
}
