import { cellText } from '#libs/core/csv/cells';
import type { Sql } from '#libs/core/database/transaction';
import { addDays, localDate } from '#libs/core/time/site-time';
import { BOOKING_FIELDS, IMPORTED_FIELDS } from '#libs/bookings/booking-fields';
import { type DatedStatus, phaseOf } from '#libs/bookings/phase';
import { blankIn, filledText, OF_EXPORTS, type OfExports, unreadIn } from '#libs/booking-import/columns/unread-cells';
import type { DateContext } from '#libs/booking-import/dates/date-style';
import { readInstant } from '#libs/booking-import/dates/instants';
import { askAlsoOfRepeat, type Draft } from '#libs/booking-import/draft';
import { type ExportedOnly, findExportedOnly } from '#libs/booking-import/matching/exported-only.queries';
import type { KnownBooking } from '#libs/booking-import/matching/resolve.queries';
import { warning } from '#libs/booking-import/issues';
import { shown } from '#libs/booking-import/rows/shown';

/** A cell of a column that an export has and an import does not read; null where it was emptied. */
type Edit = [OfExports, string | null];

/** Asks about cells of an export that somebody edited, and that an import cannot change: it would ignore them without a word. */
export async function askOfEdits(sql: Sql, siteId: string, drafts: Draft[], site: DateContext): Promise<void> {
  const named = drafts.flatMap((draft) => (draft.existing ? [{ draft, booking: draft.existing }] : []));
  const filled = named.flatMap((each) => ({ ...each, cells: cellsOf(each.draft, each.booking) }));
  const ids = filled.flatMap(({ cells, booking }) => (cells.length > 0 ? booking.id : []));
  const exported = await findExportedOnly(sql, siteId, [...new Set(ids)]);
  for (const { draft, booking, cells } of filled) {
    const known = exported.get(booking.id);
    if (known) for (const edit of cells) askOfEdit(draft, booking, edit, known, site);
    askOfBlanks(draft, booking);
  }
}

function cellsOf({ given, normalized }: Draft, { version }: KnownBooking): Edit[] {
  const unread = unreadIn(given);
  const blank = normalized.version === String(version) ? blankIn(given) : [];
  return OF_EXPORTS.flatMap((column): Edit[] => {
    const text = filledText(unread[column]) ?? null;
    return text === null && !blank.includes(column) ? [] : [[column, text]];
  });
}

function askOfEdit(
  draft: Draft,
  booking: KnownBooking,
  [column, text]: Edit,
  exported: ExportedOnly,
  site: DateContext,
) {
  if (column === 'phase') {
    if (text !== null && !isPhase(text, draft, booking, site)) ask(draft, column, text, phaseOf(booking as DatedStatus, site.today)); // prettier-ignore
    return;
  }
  const value = exported[column];
  if (text === null ? value !== null : !isValue(text, value, column.endsWith('_at'), site)) ask(draft, column, text, value); // prettier-ignore
}

function ask(draft: Draft, column: string, text: string | null, value: string | null): void {
  const message = `says ${text === null ? 'nothing' : `"${shown(text)}"`}, and the booking has ${value === null ? 'nothing' : `"${shown(value)}"`}; an import does not change that: change the booking, or accept to leave it`;
  draft.issues.push(warning('change_not_imported', message, { field: column, value: text, suggestion: value }));
  askAlsoOfRepeat(draft);
}

/** Whether a booking had a phase on one of the days between the export and today: it changes by itself. */
function isPhase(
  text: string,
  { normalized }: Draft,
  booking: KnownBooking,
  { today, timeZone }: DateContext,
): boolean {
  const { contract_start: start, contract_end: end } = booking;
  const at = normalized.updated_at === null ? NaN : Date.parse(normalized.updated_at);
  const from = Number.isNaN(at) ? addDays(start, -1) : localDate(new Date(at), timeZone);
  const turns = [from, start, addDays(start, 1), ...(end === null ? [] : [end, addDays(end, 1)])];
  const days = [today, ...turns.filter((day) => day >= from && day <= today)];
  return days.some((day) => phaseOf(booking as DatedStatus, day) === text);
}

function isValue(text: string, value: string | null, isInstant: boolean, site: DateContext): boolean {
  if (value === null || !isInstant) return value !== null && cellText(value) === text;
  const found = readInstant(text, site);
  // In the hour that comes twice, a clock shows the same for two instants.
  const clock = (at: string) => clockOf(site.timeZone).format(new Date(at));
  return found !== undefined && 'at' in found && clock(found.at) === clock(value);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }); // prettier-ignore
  clocks.set(timeZone, clock);
  return clock;
}

/** A cell that was emptied in an export of the present version: the booking keeps what is in it. */
function askOfBlanks(draft: Draft, booking: KnownBooking): void {
  const { given, normalized } = draft;
  const blank = blankIn(given);
  if (blank.length === 0 || normalized.version !== String(booking.version)) return;
  const kept: [string, string | null][] = [
    ...IMPORTED_FIELDS.map((name) => [BOOKING_FIELDS[name].imported.column, booking[name]] as [string, string | null]),
    ['status', booking.status],
    ['student_id', booking.lead_student_id],
  ];
  for (const [column, value] of kept)
    if (blank.includes(column) && value !== null && normalized[column as keyof typeof normalized] === null)
      ask(draft, column, null, value);
}
