import type { INestApplicationContext } from '@nestjs/common';
import { type Caller, SiteAccess } from '#libs/accounts/access/access';
import { PlacingService } from '#libs/bookings/bulk/placing.service';
import { createUnseenBookings } from '#libs/bookings/create-bookings.queries';
import { type NewBooking, newBooking } from '#libs/bookings/new-booking';
import { Database } from '#libs/core/database/database';
import type { Sql } from '#libs/core/database/transaction';
import { isFailure } from '#libs/core/errors/outcome';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { addDays, localDate } from '#libs/core/time/site-time';
import { SitesService } from '#libs/sites/sites.service';
import { insertRows } from '#apps/local/demo-data/insert-rows';
import { DEMO_HOLIDAYS } from '#apps/local/demo-data/demo-policies';
import { planPeople } from '#apps/local/demo-data/demo-people';
import { planHouses, planTypes } from '#apps/local/demo-data/demo-places';

const SITE = {
  id: '019aa000-0000-7000-8000-000000000002',
  name: 'Riverside Campus',
  time_zone: 'Europe/Berlin',
  date_order: 'dmy',
  address: 'Uferweg 12\n10115 Berlin',
  phone: '+49 30 23125 000',
  email: 'office@riverside.example',
  colour: '#166534',
} as const;

/** How large the site is; a spec loads a smaller one. */
export interface Size {
  houses: number;
  people: number;
  /** Bookings that are written in one transaction. */
  batch: number;
}
export const LARGE: Size = { houses: 25, people: 5_000, batch: 1_000 };

// Two years that are over, the year of today, and the next: everybody has a room in each of them.
const YEARS = [-2, -1, 0, 1];
const YEAR_DAYS = 364;
const STAY_DAYS = 300;
// How long ago the present year began.
const BEGAN_DAYS = 65;

/** How many bookings the site has in the end. */
export const bookingsOf = ({ people }: Size): number => people * YEARS.length;

/**
 * Loads a site of the size of a university, a thousand bookings at a time, while Lodge is in use. A load that was cut off
 * continues where it was. Staff become members of the site at the end.
 * @returns the number of bookings that were written
 */
export async function loadLargeSite(
  app: INestApplicationContext,
  size: Size,
  signal: AbortSignal,
  report: (step: string) => void,
): Promise<number> {
  const database = app.get(Database, { strict: false });
  const state = await stateOf(database);
  if (!state || state.complete) return 0;
  const access = accessOf(state.owner);
  if (!state.site) await app.get(SitesService, { strict: false }).create({ ...SITE, holidays: DEMO_HOLIDAYS }, access.caller, SITE.id); // prettier-ignore
  if (!state.places) await addHouses(database, size);
  const total = bookingsOf(size);
  let written = 0;
  for (let done = state.bookings; done < total && !signal.aborted; done += size.batch) {
    await addBatch(app, access, size, done);
    written += Math.min(size.batch, total - done);
  }
  if (signal.aborted) return written;
  await database.rows(
    `INSERT INTO memberships (site_id, user_id, role)
     SELECT DISTINCT $1::uuid, user_id, role FROM memberships WHERE site_id <> $1 ON CONFLICT DO NOTHING`,
    [SITE.id],
  );
  report(`Demo data: ${SITE.name}, ${size.people} students and ${total} bookings, is there`);
  return written;
}

interface State {
  owner: string;
  site: boolean;
  places: boolean;
  bookings: number;
  complete: boolean;
}

/** How far the load is; undefined in a database without the owner of the demo. */
async function stateOf(sql: Sql): Promise<State | undefined> {
  const [state] = await sql.rows<State>(
    `SELECT u.id AS owner, EXISTS (SELECT FROM sites WHERE id = $1) AS site,
      EXISTS (SELECT FROM students WHERE site_id = $1) AS places,
      (SELECT count(*)::int FROM bookings WHERE site_id = $1 AND source = 'import') AS bookings,
      EXISTS (SELECT FROM memberships WHERE site_id = $1) AS complete
     FROM users u WHERE u.email = 'owner@lodge.example'`,
    [SITE.id],
  );
  return state;
}

function accessOf(userId: string): SiteAccess {
  const caller: Caller = { userId, name: 'Olive Owner', email: 'owner@lodge.example', owner: true, sessionId: newId(), requestId: 'demo-data' }; // prettier-ignore
  const settings = { earlyCheckInDays: 0, historyWindowDays: 7, correctionMinutes: 30, requireConfirmedForCheckIn: true }; // prettier-ignore
  return new SiteAccess(caller, { id: SITE.id, name: SITE.name, timeZone: SITE.time_zone, ...settings }, 'admin');
}

/** The types, the houses and the people, in one transaction. */
async function addHouses(database: Database, { houses, people }: Size): Promise<void> {
  const types = planTypes(SITE.id);
  const places = planHouses(SITE.id, types, houses);
  const students = planPeople(SITE.id, people, places[0]?.id ?? '', 'RC');
  await database.transaction(async (tx) => {
    await insertRows(tx, 'location_types', types);
    await insertRows(tx, 'locations', places);
    await insertRows(tx, 'students', students);
  });
}

/** The bookings from a number on. Which person has which room in which year follows from the number alone. */
async function addBatch(
  app: INestApplicationContext,
  access: SiteAccess,
  { people, batch }: Size,
  from: number,
): Promise<void> {
  const database = app.get(Database, { strict: false });
  const now = app.get(Clock, { strict: false }).now();
  const today = localDate(now, SITE.time_zone);
  const ids = await database.rows<{ students: string[]; rooms: string[] }>(
    `SELECT (SELECT array_agg(id ORDER BY student_id) FROM students WHERE site_id = $1) AS students,
      (SELECT array_agg(id ORDER BY code) FROM locations WHERE site_id = $1 AND code LIKE '%-_') AS rooms`,
    [SITE.id],
  );
  const { students = [], rooms = [] } = ids[0] ?? {};
  const numbers = Array.from({ length: Math.min(batch, people * YEARS.length - from) }, (_, index) => from + index);
  const wanted = numbers.map((number) => {
    const [year, person] = [Math.floor(number / people), number % people];
    // Each year everybody moves on by some rooms.
    const room = rooms[(person + year * 37) % people] ?? '';
    return { number, booking: bookingOf(students[person] ?? '', room, YEARS[year] ?? 0, today) };
  });
  await database.transaction(async (tx) => {
    const cause = { kind: 'import' as const, id: newId() };
    const outcomes = await app
      .get(PlacingService, { strict: false })
      .placeAll(tx, access, wanted, { source: 'import', cause, now, write: createUnseenBookings });
    const failure = outcomes.find(isFailure);
    if (failure) throw failure;
  });
}

function bookingOf(person: string, room: string, year: number, today: string): NewBooking {
  const start = addDays(today, year * YEAR_DAYS - BEGAN_DAYS);
  const end = addDays(start, STAY_DAYS);
  const stay = { lead_person: person, location: room, contract_start: start, contract_end: end };
  if (year > 0) return newBooking(stay);
  const checked_in_at = `${start}T13:00:00.000Z`;
  if (year === 0) return newBooking({ ...stay, status: 'checked_in', checked_in_at });
  return newBooking({ ...stay, status: 'checked_out', checked_in_at, checked_out_at: `${end}T08:00:00.000Z` });
}
