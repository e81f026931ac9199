import type { INestApplicationContext } from '@nestjs/common';
import { type Caller, SiteAccess } from '#libs/accounts/access/access';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { CreateBookingService } from '#libs/bookings/create-booking.service';
import { TransitionsService } from '#libs/bookings/transitions/transitions.service';
import { Database } from '#libs/core/database/database';
import { type Sql } from '#libs/core/database/transaction';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { LogosService } from '#libs/sites/logos.service';
import { SitesService } from '#libs/sites/sites.service';
import { type BookingPlan, planBookings } from '#apps/local/demo-data/demo-bookings';
import { DEMO_CONTACTS, demoLogo } from '#apps/local/demo-data/demo-letterheads';
import { planPeople, secondRecord } from '#apps/local/demo-data/demo-people';
import { type PlaceRow, planPlaces, planTypes } from '#apps/local/demo-data/demo-places';
import { insertRows } from '#apps/local/demo-data/insert-rows';
import { addPolicies, DEMO_HOLIDAYS } from '#apps/local/demo-data/demo-policies';
import { addStories } from '#apps/local/demo-data/demo-stories';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { planStaff, type StaffRow } from '#apps/local/demo-data/demo-staff';

type Report = (step: string) => void;

const SITES = [
  { id: EXAMPLE.site, name: 'Kings Court', timeZone: 'Europe/London', floors: 3, people: 200, prefix: 'KC' },
  { id: newId(), name: 'Harbour View', timeZone: 'America/Halifax', floors: 2, people: 100, prefix: 'HV' },
] as const;

/** Whether the demo data is there, missing, or only half there because its loading was killed. Users come first, members last. */
export async function demoDataState(sql: Sql): Promise<'none' | 'half' | 'complete'> {
  const [row] = await sql.rows<{ users: boolean; members: boolean }>(
    'SELECT EXISTS (SELECT FROM users) AS users, EXISTS (SELECT FROM memberships) AS members',
  );
  return row?.members ? 'complete' : row?.users ? 'half' : 'none';
}

/** Loads two sites in the middle of term, through the same services that the API uses. */
export async function loadDemoData(app: INestApplicationContext, report: Report): Promise<void> {
  const database = app.get(Database, { strict: false });
  const staff = planStaff();
  await addStaff(database, staff);
  const owner = staff[0] as StaffRow;
  const caller: Caller = {
    userId: owner.id,
    name: 'Olive Owner',
    email: owner.email,
    owner: true,
    sessionId: newId(),
    requestId: 'demo-data',
  };
  for (const site of SITES) {
    report(`Demo data: ${site.name}, ${site.people} students`);
    const contact = DEMO_CONTACTS[site.prefix];
    await app
      .get(SitesService, { strict: false })
      .create(
        { name: site.name, time_zone: site.timeZone, date_order: 'dmy', holidays: DEMO_HOLIDAYS, ...contact },
        caller,
        site.id,
      );
    const logo = await demoLogo(contact.colour);
    await app.get(LogosService, { strict: false }).put(siteAccess(caller, site), logo);
    const categories = await addLists(database, site.id);
    await addPolicies(app, siteAccess(caller, site), categories);
    const today = localDate(app.get(Clock, { strict: false }).now(), site.timeZone);
    const { bookings, places } = await addSite(database, site, today);
    report(`Demo data: ${site.name}, ${bookings.length} bookings`);
    await addBookings(app, siteAccess(caller, site), bookings);
    await addStories(app, siteAccess(caller, site), bookings, places, today);
  }
  await addMembers(database, staff);
}

const siteAccess = (caller: Caller, { id, name, timeZone }: (typeof SITES)[number]): SiteAccess =>
  new SiteAccess(
    caller,
    {
      id,
      name,
      timeZone,
      earlyCheckInDays: 0,
      historyWindowDays: 7,
      correctionMinutes: 30,
      requireConfirmedForCheckIn: true,
    },
    'admin',
  );

async function addStaff(database: Database, staff: StaffRow[]): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await insertRows(
    database,
    'users',
    staff.map(({ role: _role, ...user }) => ({ ...user, password_hash })),
  );
}

async function addMembers(database: Database, staff: StaffRow[]): Promise<void> {
  const members = staff.filter(({ role }) => role !== null);
  await insertRows(
    database,
    'memberships',
    SITES.flatMap((site) => members.map(({ id, role }) => ({ site_id: site.id, user_id: id, role }))),
  );
}

/** Returns the categories that an SLA policy is to cover. */
async function addLists(database: Database, siteId: string): Promise<{ heating: string; furniture: string }> {
  const example = (id: string) => (siteId === EXAMPLE.site ? id : newId());
  const covered = { heating: newId(), furniture: example(EXAMPLE.coveredCategory) };
  await insertRows(database, 'flags', [
    { site_id: siteId, id: example(EXAMPLE.flag), name: 'Step-free room', colour: '#0E7490' },
    { site_id: siteId, id: newId(), name: 'Under 18', colour: '#B91C1C' },
    { site_id: siteId, id: newId(), name: 'Early arrival', colour: '#A16207' },
  ]);
  await insertRows(database, 'categories', [
    { site_id: siteId, id: example(EXAMPLE.category), name: 'Plumbing', colour: '#2563EB' },
    { site_id: siteId, id: covered.heating, name: 'Heating', colour: '#DC2626' },
    { site_id: siteId, id: covered.furniture, name: 'Furniture', colour: '#92400E' },
  ]);
  await insertRows(database, 'welfare_states', [
    { site_id: siteId, id: example(EXAMPLE.welfareState), name: 'weekly_call', colour: '#7C3AED' },
  ]);
  await insertRows(database, 'cancellation_codes', [
    { site_id: siteId, id: example(EXAMPLE.cancellationCode), code: 'moved_city', name: 'Moved to another city' },
  ]);
  return covered;
}

async function addSite(
  database: Database,
  site: (typeof SITES)[number],
  today: string,
): Promise<{ bookings: BookingPlan[]; places: PlaceRow[] }> {
  const types = planTypes(site.id);
  const places = planPlaces(site.id, types, site.floors);
  const people = planPeople(site.id, site.people, places[0]?.id ?? '', site.prefix);
  await insertRows(database, 'location_types', types);
  await insertRows(database, 'locations', places);
  await insertRows(
    database,
    'students',
    site.id === EXAMPLE.site ? [...people, secondRecord(places[0]?.id ?? '')] : people,
  );
  return { bookings: planBookings(places, people, today, site.id === EXAMPLE.site), places };
}

async function addBookings(app: INestApplicationContext, access: SiteAccess, plans: BookingPlan[]): Promise<void> {
  const bookings = app.get(CreateBookingService, { strict: false });
  const transitions = app.get(TransitionsService, { strict: false });
  for (const { id, place, person, from, to, status, notes, moves } of plans) {
    const request = {
      site: access.site.id,
      lead_person: person.id,
      location: place.id,
      contract_start: from,
      contract_end: to,
      status,
      notes,
    };
    const { _id } = await bookings.create(access, request, id);
    for (const { type, on } of moves) {
      const cancellation_code =
        type === 'void' ? 'data_entry_error' : type === 'cancel' ? 'student_withdrew' : undefined;
      await transitions.transition(access, _id, {
        type,
        occurred_at: `${on}T00:00:00`,
        notes: 'Demo data',
        cancellation_code,
      });
    }
  }
}
