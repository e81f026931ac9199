// The requests that are measured, each with the ratio to the limit that it has to reach.
import { bookingId, CAMPUS, HALL, houseId, OWNER, ROOMS, roomId, SITE, studentId, STUDENTS } from './data.mjs';

const NIGHT_MS = 86_400_000;
const FREE_FROM = Date.UTC(2031, 0, 1);
const LONG_NAMES = ['Bacorden', 'Elfirgan', 'Holinjas', 'Kellormun', 'Norosper', 'Rinsaltor', 'Ulwinba', 'Coreldel'];

// Numbers that look random and are the same in each run.
let seed = 1;
const random = (limit) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
const dateOf = (ms) => new Date(ms).toISOString().slice(0, 10);

/** A room and five nights that no booking has had yet; `years` later than another part of the run. */
export function freeStays(years = 0) {
  let taken = 0;
  return () => {
    const number = taken++;
    const first = FREE_FROM + years * 365 * NIGHT_MS + Math.floor(number / ROOMS) * 5 * NIGHT_MS;
    return {
      location: roomId(number % ROOMS),
      contract_start: dateOf(first),
      contract_end: dateOf(first + 5 * NIGHT_MS),
    };
  };
}

const person = () => studentId(1 + random(STUDENTS));

export const createRequest = (stay) => ({
  method: 'POST',
  path: '/bookings',
  body: { site: SITE, lead_person: person(), ...stay, notes: 'Arrives late in the evening' },
});

/** Guests who should be in by now check in, and that is taken back: a booking is used by one connection at a time. */
const movesOf = new Map();
function moves(bookings) {
  // Where a part of the run stopped, the next one goes on.
  if (movesOf.has(bookings)) return movesOf.get(bookings);
  const count = Math.min(bookings, ROOMS) / 2;
  const idle = Array.from({ length: count }, (_, index) => ({ id: bookingId(2 * index + 1), type: 'check_in' }));
  const next = () => {
    const booking = idle.shift();
    if (!booking) throw new Error('there are more connections than bookings to move');
    const body = { site: SITE, type: booking.type, notes: 'Key handed over' };
    const done = () => idle.push({ id: booking.id, type: booking.type === 'check_in' ? 'undo_check_in' : 'check_in' });
    return { method: 'POST', path: `/bookings/${booking.id}/transitions`, body, done };
  };
  movesOf.set(bookings, next);
  return next;
}

const list = (more) => ({ path: `/bookings?site=${SITE}&${more}` });

/** The days from today, as far as another. */
const days = (first, last) =>
  [first, last].map((day) => dateOf(Date.now() + day * NIGHT_MS)).map((day, index) => `${['from', 'to'][index]}=${day}`).join('&'); // prettier-ignore

/** What grows with the calendar: pages by nights, of one house of the site and of all of it. */
export const nightsWork = [
  { name: 'nights-room', title: 'Page by nights, of one room', next: () => list(`${days(0, 30)}&location=${roomId(random(10_000))}`) },
  { name: 'nights-house', title: 'Page by nights, of a house of 100 rooms', next: () => list(`${days(0, 7)}&location_tree=${houseId(random(200))}`) },
  { name: 'nights', title: 'Page by nights, of the whole site', next: () => list(days(0, 7)) },
]; // prettier-ignore
export const occupancyOfYear = { path: `/sites/${SITE}/occupancy?${days(-100, 265)}` };

/** What runs at every number of connections. `deep` is the cursor of a page far down. */
export function steadyWork({ bookings, stays, deep, skip = Math.min(10_000, bookings / 2) }) {
  const names = LONG_NAMES.map((name) => encodeURIComponent(name.slice(0, 6)));
  return [
    { name: 'page', title: 'Page of 50, by status', target: 1, next: () => list('status=confirmed') },
    {
      name: 'include',
      title: 'The same with people, rooms and flags',
      target: 1,
      next: () => list('status=confirmed&include=lead_person,location,flags'),
    },
    { name: 'search', title: 'Page of 50, searched by a name', next: () => list(`q=${names[random(names.length)]}`) },
    { name: 'skip', title: `Page at skip ${skip.toLocaleString('en')}`, next: () => list(`skip=${skip}`) },
    { name: 'cursor', title: 'The same page by cursor', next: () => list(`cursor=${deep}`) },
    { name: 'read', title: 'Read one', target: 0.95, next: () => ({ path: `/bookings/${bookingId(random(bookings))}?site=${SITE}` }) },
    { name: 'create', title: 'Create', target: 0.85, next: () => createRequest(stays()) },
    { name: 'transition', title: 'Transition', target: 2, next: moves(bookings) },
  ]; // prettier-ignore
}

export const deepPage = (bookings) => list(`skip=${Math.min(10_000, bookings / 2) - 50}`);

/** As many bookings in one request as it takes. */
export const bulkRequest = (stays, rows) => {
  const given = Array.from({ length: rows }, stays);
  const { contract_start, contract_end } = given.at(-1);
  const assignments = given.map(({ location }) => ({ person_id: person(), location_id: location }));
  return { method: 'POST', path: '/bookings/bulk', body: { site: SITE, contract_start, contract_end, assignments } };
};

/** Everybody wants the same room for the same nights. */
export const rushRequest = (stay) => ({ ...createRequest(stay), expect: [200, 409] });

export const studentList = { path: `/students/${CAMPUS}` };
export const csvExport = { path: `/bookings/export?site=${SITE}` };
export const studentExport = { path: `/students/${SITE}/export-csv` };
export const studentsDocument = { path: `/students/${HALL}/export` };
export const logIn = { method: 'POST', path: '/users/sessions', body: OWNER };
