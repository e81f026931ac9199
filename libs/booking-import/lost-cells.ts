import type { Field } from '#libs/booking-import/columns';

/** What a spreadsheet or a database writes where there is no value: whatever stood there is lost. */
const FAULTS = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;

/** 1.23457E+16: a spreadsheet's way to show a long number, of which it has lost the digits. */
const ROUNDED = /^[+-]?\d([.,]\d+)?E\+\d+$/i;
const CODED: readonly Field[] = ['student_id', 'room', 'vehicle_registration'];

/** How databases write that there is nothing. */
export const NOTHING = /^(NULL|\(null\)|<null>|\\N)$/;
const NAMES: readonly Field[] = ['first_name', 'last_name'];

/** Why the value of a cell is lost, if it is. */
export function lostIn(field: Field, value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'is a number with more digits than a number keeps; send it as text';
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (FAULTS.test(text)) return 'is what a spreadsheet shows where a formula failed; the value itself is missing';
  if (CODED.includes(field) && ROUNDED.test(text))
    return 'is a long number without its digits; format the column as text';
  // Somebody may be called Null.
  return NAMES.includes(field) && NOTHING.test(text) ? 'is no name; leave the cell empty, or write Null' : undefined;
}

/** Whether a text is a database's way to say that there is nothing. */
export const isNothing = (text: string): boolean => NOTHING.test(text);
