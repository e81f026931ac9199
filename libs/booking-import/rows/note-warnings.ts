import { calledOffIn } from '#libs/booking-import/rows/called-off';
import { contradictingCells } from '#libs/booking-import/rows/contradicting-cells';
import type { Draft } from '#libs/booking-import/draft';
import { type Issue, warning } from '#libs/booking-import/issues';
import { otherStatusIn, presenceIn } from '#libs/booking-import/rows/note-claims';
import { shown } from '#libs/booking-import/rows/shown';

/** Asks about notes that speak against the other cells: many lists say there that somebody does not come, or comes on another day. */
export function warnOfNotes({ normalized: { notes }, claim, status, issues }: Draft): void {
  if (notes === null) return;
  const words = calledOffIn(notes);
  if (words !== undefined) {
    issues.push(warning('status_not_imported', `the notes say "${words}"; is there anything to book?`, { field: 'notes', value: words })); // prettier-ignore
    return;
  }
  const said = claim ?? (status === null ? undefined : otherStatusIn(notes, status.value));
  if (said !== undefined)
    issues.push(contradictingCells(`the notes say "${shown(said)}"; are the other cells right?`, 'notes', shown(said)));
}

/** A last day that may be the one before the departure. */
export const mayBeLastNight = (day: string | null): Issue =>
  warning('doubtful_value', 'may be the last night: the column is called so, the file before had last nights while a booking has the day of this file as its departure, or somebody arrives on the day after the last day of their stay before; is it the day of departure? Declare `stay_end` for the file, or accept it', { field: 'contract_end', value: day }); // prettier-ignore

/** Asks about what a new stay has in another way than all others of its file. */
export function warnOfOddDays(draft: Draft): void {
  const { normalized, blankAmongFilled, endIs, endsWithNight, issues } = draft;
  const { contract_start: start } = normalized;
  const what = endIs === 'nothing' ? 'is no day, and does not say that the stay is open' : 'is empty, and other rows of the file have a last day, which may be meant here, too'; // prettier-ignore
  // What cannot be read is not blank, and was reported already.
  const isBlank = blankAmongFilled.includes('contract_end') && !issues.some(({ field }) => field === 'contract_end');
  if (isBlank && start !== null)
    issues.push(warning('doubtful_value', `${what}; does the person stay without end?`, { field: 'contract_end', value: null })); // prettier-ignore
  warnOfSlippedDays(draft, () => true);
  if (endsWithNight) issues.push(mayBeLastNight(normalized.contract_end));
}

/** Asks about a day that a row gives a stay, and that a spreadsheet or a slip may have made of another one. */
export function warnOfSlippedDays(
  { normalized, doubtfulYear, draggedDay, issues }: Draft,
  isGiven: (field: string) => boolean,
): void {
  if (draggedDay !== null && isGiven(draggedDay))
    issues.push(warning('doubtful_value', 'counts on from the rows above, as when a spreadsheet fills cells down in place of copying one; is it the day of this row?', { field: draggedDay, value: normalized[draggedDay] })); // prettier-ignore
  else if (doubtfulYear !== null && isGiven(doubtfulYear))
    issues.push(warning('doubtful_value', 'is in another year than in all other rows of the file, or long after today; is the year right?', { field: doubtfulYear, value: normalized[doubtfulYear] })); // prettier-ignore
}

/** Asks about stays that began earlier, of which only their days say that somebody is there, when there is reason to doubt it. */
export function warnOfSilence(
  { normalized, status, statusAbove, lacksStatus, blankAmongFilled, issues }: Draft,
  today: string,
): void {
  const { notes, contract_start: start } = normalized;
  if (!status?.inferred || start === null || status.value === 'provisional') return;
  // Nobody is in a place before the stay begins, whatever the row above says.
  const mayBeAbove = start <= today || !['checked_in', 'checked_out'].includes(statusAbove?.status ?? '');
  if (statusAbove !== null && mayBeAbove && statusAbove.status !== status.value) {
    const { row, status: above } = statusAbove;
    issues.push(warning('status_unknown', `row ${row} above has the status ${shown(above)}, and may be the first line of a group; is it that of this row, too?`, { field: 'status', value: above })); // prettier-ignore
    return;
  }
  if (start >= today) {
    // Lists that have a status leave it blank where nothing is decided.
    if (blankAmongFilled.includes('status')) issues.push(warning('status_unknown', 'most other rows of the file have a status; is this one confirmed?', { field: 'status', value: null })); // prettier-ignore
    return;
  }
  const said = notes === null ? undefined : presenceIn(notes);
  const ask = (why: string, field: string, value: string | null) =>
    issues.push(warning('status_unknown', `${why}; is the person ${status.value === 'checked_in' ? 'checked in' : 'checked out'}?`, { field, value })); // prettier-ignore
  if (lacksStatus) ask('the stay began earlier, and other rows of the file have a status', 'status', null);
  else if (said !== undefined) ask(`the stay began earlier, and the notes say "${shown(said)}"`, 'notes', shown(said));
}
