import { isErrorValue, isNothing, isRounded } from '#libs/core/csv/lost-cells';
import { type Field, NAME_CELLS } from '#libs/booking-import/columns/columns';

const CODED: readonly Field[] = ['student_id', 'room', 'building', 'vehicle_registration'];

/** Why the value of a cell is lost, if it is. */
export function lostIn(field: Field, value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'is a number with more digits than a number keeps; send it as text';
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (isErrorValue(text)) return 'is what a spreadsheet shows where a formula failed; the value itself is missing';
  if (CODED.includes(field) && isRounded(text)) return 'is a long number without its digits; format the column as text';
  // Somebody may be called Null.
  return NAME_CELLS.includes(field) && isNothing(text) ? 'is no name; leave the cell empty, or write Null' : undefined;
}
