import { cellText } from '#libs/core/csv/cells';
import { isMisread } from '#libs/core/csv/encodings';
import { EMAIL } from '#libs/core/http/fields';
import { isId } from '#libs/core/http/ids';
import { addDays, addYears, localDate } from '#libs/core/time/site-time';
import {
  buildingText,
  type Field,
  FIELDS,
  ofImported,
  PERSON_CELLS,
  type Values,
} from '#libs/booking-import/columns/columns';
import type { DateContext } from '#libs/booking-import/dates/date-style';
import { readDate, readHalfConverted } from '#libs/booking-import/dates/dates';
import { endOfDay, readInstant } from '#libs/booking-import/dates/instants';
import { error, type Issue, warning } from '#libs/booking-import/issues';
import { readStatus, type StatusReading } from '#libs/booking-import/rows/read-status';
import { rangeError } from '#libs/booking-import/dates/stay-range';
import { type StatedStatus, statedStatus } from '#libs/matching/status-words';
import { isReadable, writtenText } from '#libs/booking-import/rows/text';
import { nameOf } from '#libs/matching/person-name';
import { roomWithin } from '#libs/matching/rooms-within';
import { splitName } from '#libs/matching/whole-names';
import { isNothing, saysNone, saysOpen } from '#libs/core/csv/lost-cells';
import { lostIn } from '#libs/booking-import/rows/lost-cells';
import { saysNoCar } from '#libs/booking-import/rows/plates';
import { shown } from '#libs/booking-import/rows/shown';

/** A row's values as Lodge understands them; null where there is nothing, or nothing readable. */
export type Normalized = Record<Field, string | null>;

export interface ReadRow {
  normalized: Normalized;
  status: StatusReading | null;
  issues: Issue[];
  /** Whether its cell for a number plate says that there is no car. */
  deniesCar: boolean;
  /** The fields that end on a day, of which the cell says no time. */
  wholeDays: Field[];
  /** What its cell for the last day says in place of one: that there is no last day, or nothing. */
  endIs: 'open' | 'nothing' | null;
}

/** What reading depends on: the site's calendar, and how the file writes days. */
export interface ReadingSite extends DateContext {
  /** What words of the file were declared to say. */
  statusWords?: ReadonlyMap<string, StatedStatus>;
}

const LENGTHS: Record<Field, number> = {
  student_id: 64,
  first_name: 100,
  last_name: 100,
  full_name: 202,
  name_order: 5,
  email: 254,
  room: 300,
  building: 300,
  ...ofImported(({ max }) => max),
  status: 60,
  booking_id: 36,
  reference: 16,
  updated_at: 40,
  version: 10,
};
/** Rows are made as copies of this one: that is quicker than field by field. */
const BLANK = Object.fromEntries(FIELDS.map((field) => [field, null])) as Normalized;
const IMPORTED = Object.values(
  ofImported(({ column }, type) => ({ column, isDay: type === 'date', isInstant: type === 'timestamptz' })),
);
/** What is until a moment: until a day without a time is until it is over. */
const UNTIL: readonly Field[] = ['parking_expiry', 'hold_until'];
const NO_LETTERS =
  'has no letters: a mark may say that it is the name of the row above; correct it, or accept to read it as empty';
const MISREAD = 'was read in a wrong encoding before it came here; export the file again';

// Words of letters and digits, as most cells are: nothing in them is lost, hidden or in a wrong encoding.
const PLAIN = /^(?!NULL$)[A-Za-z0-9][\w.,@/-]*(?: [\w.,@/-]+)*$/;
const isPlain = (value: unknown, field: Field): value is string =>
  typeof value === 'string' && value.length <= LENGTHS[field] && field !== 'vehicle_registration' && PLAIN.test(value);

/** Reads one row of a file: texts, dates, instants and the status, with everything that is wrong with them. */
export function readRow(values: Values, site: ReadingSite): ReadRow {
  const issues: Issue[] = [];
  const wholeDays: Field[] = [];
  let [deniesCar, endIs] = [false, null as ReadRow['endIs']];
  const text = (field: Field): string | null => {
    const value = field === 'building' ? buildingText(values.get(field)) : values.get(field);
    if (value === undefined) return null;
    const refuse = (code: 'invalid_value' | 'value_too_long', message: string) => {
      issues.push(error(code, message, { field, value: shown(value) }));
      return null;
    };
    if (isPlain(value, field)) return value;
    if (Array.isArray(value)) return refuse('invalid_value', 'two columns for this say different things; keep one');
    const lost = lostIn(field, value);
    if (lost) return refuse('invalid_value', lost);
    if (!isReadable(value)) return refuse('invalid_value', 'must be text without control characters');
    if (typeof value === 'string' && isMisread(value)) return refuse('invalid_value', MISREAD);
    const read = field === 'notes' ? writtenText(value) : cellText(value);
    if (read === undefined || isNothing(read)) return null;
    if (field === 'vehicle_registration' && saysNoCar(read)) {
      deniesCar = true;
      return null;
    }
    return read.length > LENGTHS[field] && [...read].length > LENGTHS[field]
      ? refuse('value_too_long', `must have at most ${LENGTHS[field]} characters`)
      : read;
  };
  const name = (field: Field) => {
    const cell = text(field);
    if (cell !== null && !/\p{L}/u.test(cell) && !saysNone(cell))
      issues.push(warning('doubtful_value', NO_LETTERS, { field, value: cell }));
    return cell;
  };
  const turnable = (field: Field, cell: string) =>
    site.halfConverted?.includes(field) ? readHalfConverted(cell, site) : undefined;
  const day = (field: Field) => {
    const cell = text(field);
    if (cell && field === 'contract_end') endIs = saysOpen(cell) ? 'open' : saysNone(cell) ? 'nothing' : null;
    if (field === 'contract_end' && endIs !== null) return null;
    const read = cell && settle(turnable(field, cell) ?? readDate(cell, site), field, cell, site, issues);
    return read && field === 'contract_end' && site.stayEnd === 'last_night' ? addDays(read, 1) : read;
  };
  const instant = (field: Field) => {
    const cell = text(field);
    if (!cell) return cell;
    const either = turnable(field, cell);
    if (either && 'candidates' in either) return settle(either, field, cell, site, issues);
    const found = readInstant(cell, site);
    if (!found || !('at' in found)) return settle(found, field, cell, site, issues);
    if (found.day === undefined || !UNTIL.includes(field)) return settle({ date: found.at }, field, cell, site, issues);
    wholeDays.push(field);
    return settle({ date: endOfDay(found.day, site.timeZone) }, field, cell, site, issues);
  };
  const normalized: Normalized = { ...BLANK };
  normalized.student_id = text('student_id');
  const order = orderOf(text('name_order'), issues);
  const { first_name, last_name, full_name } = namesOf(
    name('first_name'),
    name('last_name'),
    name('full_name'),
    order,
    issues,
  );
  normalized.first_name = first_name;
  normalized.last_name = last_name;
  normalized.full_name = full_name;
  normalized.name_order = order;
  normalized.email = readEmail(text('email'), issues);
  const { room, building } = placeOf(text('room'), text('building'));
  normalized.room = room;
  normalized.building = building;
  for (const { column, isDay, isInstant } of IMPORTED)
    normalized[column] = (isDay ? day : isInstant ? instant : text)(column);
  normalized.status = readStatusWord(text('status'), site);
  normalized.booking_id = text('booking_id')?.toLowerCase() ?? null;
  normalized.reference = text('reference')?.toUpperCase() ?? null;
  normalized.updated_at = readStamp(text('updated_at'), site);
  normalized.version = text('version');
  if (normalized.booking_id && !isId(normalized.booking_id)) {
    issues.push(
      error('booking_not_found', 'is not the id of a booking', { field: 'booking_id', value: normalized.booking_id }),
    );
    normalized.booking_id = null;
  }
  if (building !== null && room === null && (normalized.booking_id ?? normalized.reference) !== null)
    issues.push(warning('doubtful_value', 'is filled, and the room is not; does the booking move there?', { field: 'building', value: building })); // prettier-ignore
  requireFilled(values, normalized, issues);
  checkRange(normalized, issues);
  return { normalized, status: readStatus(normalized, site.today, issues), issues, deniesCar, wholeDays, endIs };
}

/** Years of two digits that would be further ahead are of the previous century, or typing errors. */
const YEARS_AHEAD = 10;
const FULL_YEAR = /\d{4}/;
const WORD = /\p{L}{3}/u;

function settle(
  found: { date: string } | { candidates: string[] } | undefined,
  field: Field,
  value: string,
  { today, timeZone }: ReadingSite,
  issues: Issue[],
): string | null {
  const details = { field, value };
  const refuse = (suggestion: string, why: string) =>
    issues.push(
      error('ambiguous_date', `reads as ${suggestion}: ${why}; write YYYY-MM-DD`, { ...details, suggestion }),
    );
  if (!found) issues.push(error('invalid_date', 'is not a date that can be read; write YYYY-MM-DD', details));
  else if ('candidates' in found)
    refuse(found.candidates.join(' or '), `no other date of the file proves its ${WORD.test(value) ? 'language, or its order' : 'order'}`); // prettier-ignore
  else if (!FULL_YEAR.test(value) && found.date.slice(0, 10) > addYears(today, YEARS_AHEAD)) {
    const date = found.date.length > 10 ? localDate(new Date(found.date), timeZone) : found.date;
    refuse(`${date.replace(/^20/, '19')} or ${date}`, 'its year has two digits');
  } else return found.date;
  return null;
}

/** Between two names in one cell it may be a mark before or after one of them. */
const LONE_DASH = /(?<![^\s,])[-\u2010-\u2015\u2212]+(?![^\s,])/u;

/** The names of a row. One that is in one cell may say with a comma which is which; beside the two others it has to say the same. */
function namesOf(
  first_name: string | null,
  last_name: string | null,
  full_name: string | null,
  order: string | null,
  issues: Issue[],
) {
  if (full_name === null) return { first_name, last_name, full_name };
  if (LONE_DASH.test(full_name))
    issues.push(warning('doubtful_value', 'has a dash that joins no names, and may be a mark; write the name without it', { field: 'full_name', value: full_name })); // prettier-ignore
  if (first_name === null && last_name === null)
    return { first_name, last_name, ...splitName(full_name, order), full_name };
  if (nameOf({ first_name, last_name }).like(nameOf({ first_name: null, last_name: full_name })) === undefined)
    issues.push(warning('contradicting_cells', 'is another name than those of the other columns; correct one of them', { field: 'full_name', value: full_name })); // prettier-ignore
  return { first_name, last_name, full_name };
}

/** Which name a whole name begins with, as the header of its column says. */
function orderOf(cell: string | null, issues: Issue[]): string | null {
  if (cell === null || cell === 'first' || cell === 'last') return cell;
  issues.push(error('invalid_value', 'must be first or last', { field: 'name_order', value: cell }));
  return null;
}

/** The room of a row, in the building that has a column of its own. */
const placeOf = (room: string | null, building: string | null) => ({
  room: room === null || building === null ? room : roomWithin(building, room),
  building,
});

function readEmail(cell: string | null, issues: Issue[]): string | null {
  const email = cell?.replace(/^mailto:/i, '').replace(/^<(.*)>$/, '$1') ?? null;
  if (email === null || EMAIL.test(email)) return email;
  if (saysNone(email)) return null;
  issues.push(error('invalid_email', 'is not an email address', { field: 'email', value: email }));
  return null;
}

/** When something was changed; as it came when that is no moment. */
function readStamp(cell: string | null, site: ReadingSite): string | null {
  const found = cell === null ? undefined : readInstant(cell, site);
  return found && 'at' in found ? found.at : cell;
}

const readStatusWord = (cell: string | null, { statusWords }: ReadingSite): string | null =>
  cell === null ? null : (statedStatus(cell, statusWords) ?? cell);

function requireFilled(values: Values, { booking_id, reference }: Normalized, issues: Issue[]): void {
  // A booking that there is has all of them already.
  if (booking_id || reference) return;
  for (const field of ['room', 'contract_start'] as const)
    if (!isFilled(values.get(field))) issues.push(error('missing_required', 'is required', { field }));
  const named = PERSON_CELLS.some((field) => isFilled(values.get(field)));
  if (!named)
    issues.push(error('missing_required', 'a student_id, an email or a name is required', { field: 'student_id' }));
}

// What cannot be read is filled, and was reported already.
const isFilled = (cell: unknown): boolean =>
  cell !== undefined && (!isReadable(cell) || !isNothing(cellText(cell) ?? 'NULL'));

function checkRange({ contract_start: start, contract_end: end }: Normalized, issues: Issue[]): void {
  if (!start || !end) return;
  const why = rangeError(start, end);
  if (why !== undefined) issues.push(error('date_range_invalid', why, { field: 'contract_end', value: end }));
}
