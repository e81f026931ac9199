import { pastTable } from '#libs/accounts/audit/past-records.queries';
import { pastBookings } from '#libs/bookings/history/past-bookings.queries';
import { PAST_CLOSURES, PAST_LOCATIONS } from '#libs/bookings/history/past-places';

const text = (field: string) => ({ field, type: 'text' });

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
/** The tables that the bookings of a day are read from, as they were at a moment; for a query whose site is `$1`. */
export const pastOfDay = (at: string): string =>
  `${pastBookings({ site: '$1', at })},\n${pastTable(STUDENTS, '$1', at)},\n${pastTable(PAST_LOCATIONS, '$1', at)},\n`;

/** The same for its closures. */
export const pastClosures = (at: string): string =>
  `${pastTable(PAST_CLOSURES, '$1', at)},\n${pastTable(PAST_LOCATIONS, '$1', at)},\n`;
