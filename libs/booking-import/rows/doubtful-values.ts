import { Temporal } from 'temporal-polyfill';
import { contradictingCells } from '#libs/booking-import/rows/contradicting-cells';
import type { DateContext } from '#libs/booking-import/dates/date-style';
import { askAlsoOfRepeat, type Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { mayBePlate } from '#libs/booking-import/rows/plates';

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

/** A row without a departure slot that has no time; the others as they are. */
export function withoutUntimedSlot(draft: Draft): void {
  const isAsked = ({ code, field }: Draft['issues'][number]) => code === 'doubtful_value' && field === 'departure_slot';
  if (!draft.issues.some(isAsked)) return;
  draft.normalized = { ...draft.normalized, departure_slot: null };
  draft.changes = draft.changes.filter(({ field }) => field !== 'departure_slot_at');
}

/** Asks about a cell for a number plate that is a remark, or denies a car that the booking has, or for which the row has a permit. */
export function askOfVehicle(draft: Draft): void {
  const { normalized, existing, duplicate, deniesCar, isNoPlate, issues } = draft;
  const { vehicle_registration: plate, parking_expiry: parking } = normalized;
  const known = existing?.vehicle_registration ?? null;
  const field = 'vehicle_registration';
  if (deniesCar && known !== null) {
    issues.push(contradictingCells(`says that there is no car, and the booking has ${known}, which an import does not remove; change the booking`, field, known)); // prettier-ignore
    askAlsoOfRepeat(draft);
  } else if (deniesCar && parking !== null)
    issues.push(contradictingCells('says that there is no car, and the row has a date until which it may park; correct one of them', field, parking)); // prettier-ignore
  if (plate === null || duplicate || plate === known || (mayBePlate(plate) && !isNoPlate)) return;
  const message = 'is hardly a number plate; correct it, or accept to import it as it stands';
  issues.push(warning('doubtful_value', message, { field, value: plate }));
}

/** Asks about a row that says in words, or with a dash, that a stay has no last day, if its booking has one: an import does not remove it. */
export function askOfEnd(draft: Draft): void {
  const end = draft.existing?.contract_end ?? null;
  if (draft.endIs === null || end === null) return;
  draft.issues.push(contradictingCells(`says that there is no last day, and the booking ends on ${end}, which an import does not remove; change the booking, or accept to leave it`, 'contract_end', end)); // prettier-ignore
  askAlsoOfRepeat(draft);
}
