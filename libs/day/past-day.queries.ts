import { pastTable } from '#libs/accounts/audit/past-records.queries';
import { pastBookings } from '#libs/bookings/history/past-bookings.queries';

const text = (field: string) => ({ field, type: 'text' });
const uuid = (field: string) => ({ field, type: 'uuid' });
const date = (field: string) => ({ field, type: 'date' });

const STUDENTS = {
  table: 'students',
  kind: 'student',
  columns: {
    first_name: text('first_name'),
    last_name: text('last_name'),
    student_id: text('student_id'),
    email: text('email'),
  },
  without: 'x.erased_at IS NOT NULL',
} as const;
const LOCATIONS = {
  table: 'locations',
  kind: 'location',
  columns: { name: text('name'), code: text('code'), floor: text('floor'), parent_id: uuid('parent') },
} as const;
const CLOSURES = {
  table: 'closures',
  kind: 'closure',
  columns: {
    location_id: uuid('location'),
    starts: date('from'),
    ends: date('to'),
    kind: text('kind'),
    reason: text('reason'),
  },
} as const;

/** The tables that the bookings of a day are read from, as they were at a moment; for a query whose site is `$1`. */
export const pastOfDay = (at: string): string =>
  `${pastBookings({ site: '$1', at })},\n${pastTable(STUDENTS, '$1', at)},\n${pastTable(LOCATIONS, '$1', at)},\n`;

/** The same for its closures. */
export const pastClosures = (at: string): string =>
  `${pastTable(CLOSURES, '$1', at)},\n${pastTable(LOCATIONS, '$1', at)},\n`;
