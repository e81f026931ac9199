import { SiteAccess } from '#libs/accounts/access/access';
import type { Database } from '#libs/core/database/database';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import { previewImport } from '#libs/booking-import/preview/preview';

const NO_ID = '00000000-0000-0000-0000-000000000000';
const NOBODY = new SiteAccess(
  { userId: NO_ID, name: '', email: '', owner: false, requestId: '' },
  {
    id: NO_ID,
    name: '',
    timeZone: 'UTC',
    earlyCheckInDays: 0,
    historyWindowDays: 0,
    correctionMinutes: 0,
    requireConfirmedForCheckIn: false,
  },
  'viewer',
);

// Enough for V8 to compile what runs for each row, in pieces that nobody has to wait for.
const [ROWS, ROUNDS] = [200, 20];

/**
 * Reads a file of nobody, in a site that is not there: what the first file of somebody would otherwise wait for. It ends when
 * somebody has sent one meanwhile.
 */
export async function warmUpOn(database: Database, isOver: () => boolean): Promise<void> {
  const rows = Array.from({ length: ROWS }, rowOf);
  for (let round = 0; round < ROUNDS && !isOver(); round++) await previewImport(database, NOBODY, rows, {}, new Date());
}

const rowOf = (_: unknown, row_index: number): BookingImportRowRequest => ({
  row_index,
  values: {
    student_id: `S${row_index}`,
    first_name: 'Ada',
    last_name: `Byron${row_index}`,
    email: `ada.${row_index}@example.org`,
    room: `R${row_index}`,
    contract_start: '2027-09-18',
    contract_end: '2028-06-30',
    notes: row_index % 5 === 0 ? 'Arrives late in the evening' : null,
  },
});
