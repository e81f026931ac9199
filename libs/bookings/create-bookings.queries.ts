import { type Actor, actorOf } from '#libs/accounts/access/access';
import { anyIdOf } from '#libs/core/database/any-id-of';
import { columnsOf, insertInto } from '#libs/core/database/columns';
import type { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { Booking } from '#libs/bookings/booking.entity';
import {
  BOOKING_FIELDS,
  columnOf,
  INSERT_FIELDS,
  type InsertField,
  isList,
  listOf,
  ROW_FIELDS,
  type RowField,
  selectFields,
  STORED_FIELDS,
  type StoredField,
  typeOf,
} from '#libs/bookings/booking-fields';
import type { BookingFactsRow, BookingRow } from '#libs/bookings/booking-rows';
import { selectFacts } from '#libs/bookings/bookings.queries';
import type { Creation, NewBooking } from '#libs/bookings/new-booking';
import { BookingTransaction } from '#libs/bookings/booking-transaction.entity';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

// The parameters that a statement begins with, whatever it writes.
const [SITE, SOURCE, NOW, USER, ACTOR_TYPE, ACTOR_ID, ACTOR_NAME, REQUEST] = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (n) => `$${n}`,
);
const commonValues = ({ siteId, source, now, caller }: Creation): unknown[] => {
  const actor: Actor = actorOf(caller);
  return [siteId, source, now, caller.userId, actor.type, actor.id, actor.name, caller.requestId];
};

type Value = InsertField | 'cause_kind' | 'cause_id';
const VALUES: readonly Value[] = [...INSERT_FIELDS, 'cause_kind', 'cause_id'];
const sqlTypeOf = (value: Value): string =>
  value === 'cause_kind' ? 'text' : value === 'cause_id' ? 'uuid' : typeOf(value);
const recordOf = ({ cause, ...booking }: NewBooking): Record<Value, unknown> => ({
  ...booking,
  cause_kind: cause?.kind ?? null,
  cause_id: cause?.id ?? null,
});

/** Where the values of new bookings come from: which rows there are, and a value of each as an expression. */
interface Source {
  from: string;
  of: (value: Value) => string;
}

const COLUMNS = columnsOf(Booking);
type Expressions = Partial<Record<keyof Booking, string | undefined>>;

/** What a new booking gets in any case: its author, and the nights that it holds at first. */
const stamps = ({ of }: Source): Expressions => ({
  siteId: SITE,
  source: SOURCE,
  createdAt: NOW,
  createdBy: USER,
  updatedAt: NOW,
  updatedBy: USER,
  occupiedFrom: of('contract_start'),
  occupiedTo: of('contract_end'),
  segmentFrom: of('contract_start'),
});

/** Inserts the rows of lists, such as the flags of bookings. */
const insertList = (name: Extract<InsertField, 'additional_people' | 'flags'>, { from, of }: Source): string => {
  const { table, column } = listOf(name);
  return `${name} AS (
  INSERT INTO ${table} (site_id, booking_id, ${column}, position)
  SELECT ${SITE}, ${of('_id')}, u.id, u.position FROM ${from}, unnest(${of(name)}) WITH ORDINALITY AS u (id, position))`;
};

/** Writes bookings with their people, flags and first trail entries; `b` are their rows. For one and for many. */
function insertBookings(source: Source): string {
  const { from, of } = source;
  const given = INSERT_FIELDS.filter((name): name is InsertField & StoredField => !isList(name));
  const expressions: Expressions = {
    ...Object.fromEntries(given.map((name) => [BOOKING_FIELDS[name].property, of(name)])),
    ...stamps(source),
  };
  const properties = Object.keys(expressions) as (keyof Booking)[];
  const lists = INSERT_FIELDS.filter(isList);
  return `b AS (
  INSERT INTO bookings (${properties.map((property) => COLUMNS[property].name).join(', ')})
  SELECT ${properties.map((property) => expressions[property]).join(', ')} FROM ${from} RETURNING *),
${lists.map((name) => insertList(name, source)).join(',\n')},
trail AS (
  ${insertInto(BookingTransaction, 'siteId bookingId sequence id type toStatus occurredAt recordedAt actorType actorId actorName requestId causeKind causeId changes')}
  SELECT ${SITE}, b.id, 1, uuidv7(), 'created', b.status, ${NOW}, ${NOW}, ${ACTOR_TYPE}, ${ACTOR_ID}::uuid, ${ACTOR_NAME},
    ${REQUEST}, ${of('cause_kind')}, ${of('cause_id')}, ${firstValues(source)} FROM b JOIN ${from} ON b.id = ${of('_id')})`;
}

// The status, and what every entry contains, have columns of their own in the trail.
const UNSAID: readonly RowField[] = [
  '_id',
  'site',
  'status',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
];

/** What a new booking says, as changes from nothing. */
function firstValues({ of }: Source): string {
  const values = ROW_FIELDS.filter((name) => !UNSAID.includes(name)).map((name) => {
    const value = isList(name) ? `nullif(${of(name)}, '{}')` : `b.${columnOf(name).name}`;
    return `CASE WHEN ${value} IS NOT NULL THEN '{"field":"${name}","from":null,"to":' || to_json(${value}) || '}' END`;
  });
  // Most fields of a booking have no value. As text they cost nothing; each of them as an object cost a third of this statement.
  return `('[' || concat_ws(',', ${values.join(', ')}) || ']')::jsonb`;
}

const COMMON = 8;
const TODAY = `$${COMMON + VALUES.length + 1}::date`;

/** A value of the one booking that is written: a parameter. */
const one = (value: Value): string => `$${COMMON + 1 + VALUES.indexOf(value)}::${sqlTypeOf(value)}`;

/** What writes a booking that gets all of the `places` it wants. */
const createOne = (places: string) => `
WITH wanted AS MATERIALIZED (${places}),
taken AS (
  ${insertInto(Occupancy, 'siteId bookingId segment locationId slot period live inHouse turnaround partOf')}
  SELECT ${SITE}, ${one('_id')}, 1, location_id, slot, period, true, ${one('status')} = 'checked_in', turnaround,
    nullif(${one('location')}, location_id)
  FROM wanted ORDER BY location_id, slot
  ON CONFLICT DO NOTHING RETURNING 1),
complete AS (SELECT FROM (SELECT count(*) AS n FROM wanted) w, (SELECT count(*) AS n FROM taken) t WHERE w.n > 0 AND w.n = t.n),
${insertBookings({ from: 'complete', of: one })}
${selectFacts({
  bookings: 'b',
  today: TODAY,
  isNew: true,
  others: `SELECT unnest(${one('additional_people')})`,
  last: `SELECT 'created' AS type, NULL::text AS from_status, b.status AS to_status, b.created_at AS occurred_at, b.created_at AS recorded_at,
    ${ACTOR_ID}::uuid AS actor_id`,
})}`;

const NIGHTS = `${one('contract_start')}, ${one('contract_end')}, ${one('turnaround_days')}`;

const CREATE = createOne(
  `SELECT * FROM places_to_take(${SITE}, ${TODAY}, ${one('location')}, ${NIGHTS}, ${one('status')} = 'checked_in', ${one('_id')})`,
);

const PEOPLE = `SELECT FROM students
  WHERE site_id = ${SITE} AND (id = ${one('lead_person')} OR id = ${anyIdOf(one('additional_people'))}) AND deleted_at IS NULL FOR KEY SHARE`;
const MARKS = `SELECT FROM flags WHERE site_id = ${SITE} AND id = ${anyIdOf(one('flags'))} FOR KEY SHARE`;

const CREATE_AT_ONCE = createOne(`
  SELECT * FROM place_to_book(${SITE}, ${TODAY}, ${one('location')}, ${NIGHTS}, ${one('_id')})
  WHERE (SELECT count(*) FROM (${PEOPLE}) p) = num_nonnulls(${one('lead_person')}) + cardinality(${one('additional_people')})
    AND (SELECT count(*) FROM (${MARKS}) m) = cardinality(${one('flags')})
    AND (${one('block_booking')} IS NULL
      OR EXISTS (SELECT FROM block_bookings k WHERE k.site_id = ${SITE} AND k.id = ${one('block_booking')}))`);

const valuesOfOne = (booking: NewBooking, creation: Creation): unknown[] => {
  const record = recordOf(booking);
  return [...commonValues(creation), ...VALUES.map((value) => record[value]), creation.today];
};

/**
 * Writes a booking with its places, people, flags and first trail entry, and returns it with its facts, in one statement;
 * undefined, and nothing written, when it did not get all of its places. The caller has locked them and what it refers to.
 */
export async function createBooking(
  tx: Transaction,
  booking: NewBooking,
  creation: Creation,
): Promise<BookingFactsRow | undefined> {
  const [row] = await tx.rows<BookingFactsRow>(CREATE, valuesOfOne(booking, creation));
  return row && withLists(row, booking);
}

/**
 * Writes a booking of a room with nothing below it, which nobody moves into yet, and returns it with its facts: all of it
 * in one statement and one transaction. Undefined, and nothing written, when anything is in the way.
 */
export async function createAtOnce(
  database: Database,
  booking: NewBooking,
  creation: Creation,
): Promise<BookingFactsRow | undefined> {
  const [row] = await database.write<BookingFactsRow>(CREATE_AT_ONCE, valuesOfOne(booking, creation));
  return row && withLists(row, booking);
}

const createMany = (columns: string) => `
WITH given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($${COMMON + 1}) AS r (${VALUES.map((value) => `${value} ${sqlTypeOf(value)}`).join(', ')})),
${insertBookings({ from: 'given g', of: (value) => `g.${value}` })}
SELECT ${columns} FROM b`;
const CREATE_MANY = createMany(selectFields(STORED_FIELDS));
const CREATE_UNSEEN = createMany('b.id AS _id');

/**
 * Writes bookings whose places are taken, with their people, flags and first trail entries, in one statement, however many
 * they are. Returns their rows by id.
 */
export async function createBookings(
  sql: Sql,
  bookings: NewBooking[],
  creation: Creation,
): Promise<Map<string, BookingRow>> {
  const rows = await writeMany<BookingRow>(sql, CREATE_MANY, bookings, creation);
  const byId = new Map(rows.map((row) => [row._id, row]));
  return new Map(
    bookings.flatMap((booking) => {
      const row = byId.get(booking._id);
      return row ? [[booking._id, withLists(row, booking)]] : [];
    }),
  );
}

/** The same for bookings that nobody looks at now: of each there is only the id. */
export async function createUnseenBookings(
  sql: Sql,
  bookings: NewBooking[],
  creation: Creation,
): Promise<Map<string, Pick<BookingRow, '_id'>>> {
  const rows = await writeMany<Pick<BookingRow, '_id'>>(sql, CREATE_UNSEEN, bookings, creation);
  return new Map(rows.map((row) => [row._id, row]));
}

async function writeMany<Row>(sql: Sql, text: string, bookings: NewBooking[], creation: Creation): Promise<Row[]> {
  if (bookings.length === 0) return [];
  return sql.rows<Row>(text, [...commonValues(creation), JSON.stringify(bookings.map(sparseRecordOf))]);
}

/** What is not given need not be sent. */
function sparseRecordOf({ cause, ...booking }: NewBooking): Partial<Record<Value, unknown>> {
  const record: Partial<Record<Value, unknown>> = cause ? { cause_kind: cause.kind, cause_id: cause.id } : {};
  for (const name of INSERT_FIELDS) {
    const value = booking[name];
    if (value !== null && value !== undefined) record[name] = value;
  }
  return record;
}

// The statement that writes lists does not see them yet.
const withLists = <Row extends BookingRow>(row: Row, { additional_people, flags }: NewBooking): Row =>
  Object.assign(row, { additional_people, flags });
