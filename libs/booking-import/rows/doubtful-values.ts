import { Temporal } from 'temporal-polyfill';
import { plain } from '#libs/core/text/plain';
import { contradictingCells } from '#libs/booking-import/rows/contradicting-cells';
import type { DateContext } from '#libs/booking-import/dates/date-style';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import { askAlsoOfRepeat, type Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { COUNTS_ON } from '#libs/matching/next-value';
import { carIn, mayBePlate } from '#libs/booking-import/rows/plates';

/** Before this hour of the site, midnight in UTC is no time of day that somebody chose. */
const NIGHT_ENDS = 5;

/** Whether an instant stands for a day: midnight is what programs write where no time was given. */
function isMidnight(instant: string, timeZone: string): boolean {
  const { hour, minute, second } = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return (hour === 0 && minute === 0 && second === 0) || (hour < NIGHT_ENDS && /T00:00:00(\.0+)?Z$/.test(instant));
}

/** Asks about a departure slot without a time of day. It is never imported, since nobody knows the time. */
export function askOfSlot({ normalized, existing, duplicate, issues }: Draft, { timeZone }: DateContext): void {
  const { departure_slot: slot } = normalized;
  if (slot === null || duplicate || !isMidnight(slot, timeZone) || slot === existing?.departure_slot_at) return;
  const message = 'has no time of day; correct it, or accept to import the row without a departure slot';
  issues.push(warning('doubtful_value', message, { field: 'departure_slot', value: slot }));
}

const TIMES =
  /(?<![\d.:/-])([01]?\d|2[0-3])(?:(?:[:.]([0-5]\d))? ?([ap])\.?m\b|[:.]([0-5]\d)(?: ?uhr)?|h([0-5]\d)?| ?uhr| ?uur)(?![\d.:/-])|(?:ore|om|a las|as|o godz\.?|leaves at|leaving at|departs at|out (?:at|by)|picked up at|gone by) ([01]?\d|2[0-3])(?![\d.:/-]|\p{L})|(?<!\p{L})(noon|midday|mittags?|midi|mediodía|mezzogiorno|middag)(?!\p{L})/giu;
const LEAVING =
  /(?<!\p{L})(?:out by|leav\w+|depart\w*|check(?:s|ing)?[ -]?out\w*|pick(?:ed|s)?[ -]?up|taxi|slot|abreise\w*|reist|fahrt|auszug|zieht aus|geht um|depart|part|quitte|sale|salida|sort|parte|partenza|uscita|vertrek\w*|sai|saida|wyjezdza|wyjazd|gadael)(?!\p{L})/u;

/** Asks about notes that say another time of departure than the slot of the row. */
export function askOfTimesInNotes({ normalized, duplicate, issues }: Draft, { timeZone }: DateContext): void {
  const { departure_slot: slot, notes } = normalized;
  if (slot === null || notes === null || duplicate || !LEAVING.test(plain(notes))) return;
  const { hour, minute } = Temporal.Instant.from(slot).toZonedDateTimeISO(timeZone);
  const times = [...notes.matchAll(TIMES)];
  const isSlot = ([, hours, past, half, one, other, alone, noon]: RegExpExecArray) =>
    hourOf(Number(hours ?? alone ?? (noon && NOON)), half) === hour && Number(past ?? one ?? other ?? 0) === minute;
  const [time] = times;
  if (time && !times.some(isSlot))
    issues.push(contradictingCells(`the notes say "${time[0]}", and the departure slot is at another time; which one is right?`, 'notes', time[0])); // prettier-ignore
}

const NOON = 12;

/** The hour of a day, of which a clock of twelve hours shows the half. */
const hourOf = (hour: number, half: string | undefined): number =>
  half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);

/** A clock of twelve hours shows 1:30 for 13:30; nobody leaves by appointment at night, and permits and holds end in the evening or with the day. */
const [EVENING, MORNING] = [22, 6];
function isAtNight(instant: string, timeZone: string, isUntil: boolean): boolean {
  const { hour, minute, second } = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  // Midnight may be what a program writes for a day without a time, which is over only a day later.
  if (hour + minute + second === 0) return isUntil;
  return hour < MORNING || (hour >= EVENING && !isUntil);
}

/** Asks about moments at which hardly anything ends. */
export function askOfNights(draft: Draft, { timeZone }: DateContext): void {
  const { normalized, existing, changes, duplicate, issues } = draft;
  const { departure_slot_at, hold_until, parking_expiry_at } = fieldsOf(normalized);
  for (const [column, at] of Object.entries({ departure_slot_at, hold_until, parking_expiry_at })) {
    const isSaid = existing !== null && !changes.some(({ field }) => field === column);
    const isSlot = column === 'departure_slot_at';
    if (at === null || duplicate || isSaid || !isAtNight(at, timeZone, !isSlot)) continue;
    if (isSlot && isMidnight(at, timeZone)) continue;
    const field = { departure_slot_at: 'departure_slot', parking_expiry_at: 'parking_expiry' }[column] ?? column;
    const message =
      'is at night; is it a time of the afternoon, the end of the day, or of another day? Write a day, or a time with 24 hours, or accept it';
    issues.push(warning('doubtful_value', message, { field, value: at }));
  }
}

/** A row without a departure slot that has no time; the others as they are. */
export function withoutUntimedSlot(draft: Draft, timeZone: string): void {
  const { departure_slot: slot } = draft.normalized;
  const isAsked = ({ code, field }: Draft['issues'][number]) => code === 'doubtful_value' && field === 'departure_slot';
  if (slot === null || !isMidnight(slot, timeZone) || !draft.issues.some(isAsked)) return;
  draft.normalized = { ...draft.normalized, departure_slot: null };
  draft.changes = draft.changes.filter(({ field }) => field !== 'departure_slot_at');
}

/** Asks about a cell for a number plate that is a remark, or denies a car that the booking has, or for which the row has a permit. */
export function askOfVehicle(draft: Draft): void {
  const { normalized, existing, duplicate, deniesCar, isNoPlate, plateDoubt, issues } = draft;
  const { vehicle_registration: plate, parking_expiry: parking } = normalized;
  const known = existing?.vehicle_registration ?? null;
  const field = 'vehicle_registration';
  if (deniesCar && known !== null) {
    issues.push(contradictingCells(`says that there is no car, and the booking has ${known}, which an import does not remove; change the booking`, field, known)); // prettier-ignore
    askAlsoOfRepeat(draft);
  } else if (deniesCar && parking !== null)
    issues.push(contradictingCells('says that there is no car, and the row has a date until which it may park; correct one of them', field, parking)); // prettier-ignore
  const car = plate === null || normalized.notes === null ? undefined : carIn(normalized.notes, plate);
  if (car !== undefined && !duplicate) issues.push(contradictingCells(`the notes say "${car}"; is the number plate right?`, 'notes', car)); // prettier-ignore
  if (plate === null || duplicate || plate === known) return;
  const doubt = !mayBePlate(plate) || isNoPlate ? 'is hardly a number plate' : saidOf(plateDoubt);
  if (doubt) issues.push(warning('doubtful_value', `${doubt}; correct it, or accept to import it as it stands`, { field, value: plate })); // prettier-ignore
}

function saidOf(doubt: Draft['plateDoubt']): string | null {
  if (doubt === 'counts on') return COUNTS_ON;
  return doubt && `is that of somebody else in row ${doubt.row}, too`;
}

/** Asks about a row that says in words, or with a dash, that a stay has no last day, if its booking has one: an import does not remove it. */
export function askOfEnd(draft: Draft): void {
  const end = draft.existing?.contract_end ?? null;
  if (draft.endIs === null || end === null) return;
  draft.issues.push(contradictingCells(`says that there is no last day, and the booking ends on ${end}, which an import does not remove; change the booking, or accept to leave it`, 'contract_end', end)); // prettier-ignore
  askAlsoOfRepeat(draft);
}
