import { cellText, readTextCell } from '#libs/core/csv/cells';
import { isMisread, NO_TEXT } from '#libs/core/csv/encodings';
import { isErrorValue, saysNone } from '#libs/core/csv/lost-cells';
import { RAGGED } from '#libs/core/csv/file-rows';
import { EXPORTED, EXPORTED_AT, UNREAD, WHOLE, type WholeName } from '#libs/students/import/columns';
import { RECORD } from '#libs/students/import/json-rows';
import { normalized } from '#libs/core/text/normalized';
import { CONTROL, EMAIL } from '#libs/core/http/fields';
import { isNoId } from '#libs/students/import/unlikely';
import { IMPORTED_FIELDS, type ImportedField, STUDENT_FIELDS } from '#libs/students/student-fields';
import { STUDENT_TYPES } from '#libs/students/student.entity';

/** Why a row was not imported, or a student not deactivated. */
export const CAUSES = [
  'missing_required_field',
  'invalid_email',
  'invalid_date',
  'ambiguous_date',
  'value_too_long',
  'location_not_found',
  'location_ambiguous',
  'duplicate_in_file',
  'email_in_use',
  'student_id_in_use',
  'possible_match',
  'identity_conflict',
  'lives_elsewhere',
  'changed_since_export',
  'absent_has_live_booking',
  'ragged_row',
  'unread_column',
] as const;
export type Cause = (typeof CAUSES)[number];

type Field = ImportedField;
const ruleOf = (field: Field): { max: number; required?: true } => STUDENT_FIELDS[field].imported;
const REQUIRED = IMPORTED_FIELDS.filter((field) => ruleOf(field).required);

/** What a response shows of a row: the type and the date of birth are read, and shown with the student. */
export type AnsweredField = Exclude<Field, 'type' | 'date_of_birth'>;
const isAnswered = (field: Field): field is AnsweredField => field !== 'type' && field !== 'date_of_birth';
export const ANSWERED_FIELDS = IMPORTED_FIELDS.filter(isAnswered);

/** A row as it was sent, in text; what is no text, number or truth value is "". */
export type SentRow = Record<AnsweredField, string>;

/** A row as it was read: null is what it does not have, or has in a form that cannot be read. */
export interface ReadRow extends Record<Field, string | null> {
  sent: SentRow;
  /** The cell with both names, where they stand in one: its own first and last name are not known before all rows are. */
  whole: WholeName | null;
  cause: Cause | null;
  /** When its student had been changed last, as an export says. */
  exported_at: string | null;
  /** What it has of the record that an import does not read, as an export wrote it or somebody edited it. */
  exported: Readonly<Record<string, unknown>> | null;
  /** The record that it says it is about, by its id. */
  record_id: string | null;
  /** The headers of filled cells that nobody reads. */
  unread: readonly string[];
}

interface Reading {
  text: string | null;
  defect: 'unreadable' | 'too_long' | null;
}

/** Reads one element of the list, whatever it is. Never throws: what is wrong with it is its `cause`. */
export function readRow(element: unknown): ReadRow {
  const given = (typeof element === 'object' && element !== null ? element : {}) as Partial<
    Record<
      Field | typeof RAGGED | typeof UNREAD | typeof EXPORTED | typeof EXPORTED_AT | typeof RECORD | typeof WHOLE,
      unknown
    >
  >;
  const unread = Array.isArray(given[UNREAD]) ? given[UNREAD].map(headerOf) : [];
  const readings = each((field) => readText(field, given[field]));
  const text = each((field) => readings[field].text);
  const whole = readWhole(given[WHOLE]);
  if (whole !== null) readings.first_name.text = whole.text;
  if (text.email !== null && !EMAIL.test(text.email)) {
    if (!saysNone(text.email)) readings.email.defect = 'unreadable';
    text.email = null;
  }
  if (text.type !== null && !(STUDENT_TYPES as readonly string[]).includes((text.type = text.type.toLowerCase()))) {
    text.type = null;
    unread.push('type');
  }
  return {
    ...text,
    exported_at: given[EXPORTED_AT] === undefined ? null : show(given[EXPORTED_AT]).trim(),
    sent: { ...sentOf(given), ...(whole !== null && { first_name: whole.sent }) },
    whole: whole?.text ? { text: whole.text, header: whole.header } : null,
    cause:
      given[RAGGED] === undefined
        ? (causeOf(readings, whole !== null) ?? (unread.length > 0 ? 'unread_column' : null))
        : 'ragged_row',
    exported: (given[EXPORTED] as Record<string, unknown> | undefined) ?? null,
    record_id: show(given[RECORD]).trim() || null,
    unread,
  };
}

const each = <T>(value: (field: Field) => T): Record<Field, T> =>
  Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, value(field)])) as Record<Field, T>;

// Names are kept as they are written. What an identity looks like is what it is: nobody sees a blank of no width in it.
const textOf = (field: Field, value: string): string =>
  field === 'first_name' || field === 'last_name'
    ? normalized(readTextCell(value.trim()).trim())
    : (cellText(value.trim()) ?? '');

function readText(field: Field, value: unknown, most = ruleOf(field).max): Reading {
  if (value === undefined || value === null) return { text: null, defect: null };
  if (typeof value !== 'string') return { text: null, defect: 'unreadable' };
  const text = textOf(field, value);
  if (text === '') return { text: null, defect: null };
  if (CONTROL.test(text) || NO_TEXT.test(text) || isMisread(text) || !text.isWellFormed() || isLostIn(field, text))
    return { text: null, defect: 'unreadable' };
  // Lengths are in characters, which have at most two units; the first test spares spreading a very long text.
  if (text.length > 2 * most || [...text].length > most) return { text: null, defect: 'too_long' };
  return { text, defect: null };
}

const sentOf = (given: Partial<Record<Field, unknown>>): Record<AnsweredField, string> =>
  Object.fromEntries(ANSWERED_FIELDS.map((field) => [field, show(given[field])])) as Record<AnsweredField, string>;

/** A cell with both names, which may be as long as both together. */
function readWhole(given: unknown): { text: string | null; sent: string; header: string } | null {
  if (typeof given !== 'object' || given === null) return null;
  const { text, header } = given as Partial<Record<keyof WholeName, unknown>>;
  const most = ruleOf('first_name').max + ruleOf('last_name').max;
  return { text: readText('first_name', text, most).text, sent: show(text), header: show(header) };
}

const isLostIn = (field: Field, text: string): boolean =>
  isErrorValue(text) || (field === 'student_id' && isNoId(text));

function causeOf(readings: Record<Field, Reading>, isWhole: boolean): Cause | null {
  // Whether somebody needs a location is known when it is known who they are.
  const left = readings.location.text === null && readings.location.defect === null;
  const missing = REQUIRED.some(
    (field) =>
      readings[field].text === null && readings[field].defect !== 'too_long' && !(field === 'location' && left),
  );
  // A cell that was forgotten looks like a person with one name: then something else has to say who it is.
  const isNameless = !isWhole && readings.last_name.text === null && readings.last_name.defect !== 'too_long';
  const isIdentified = readings.student_id.text !== null || readings.email.text !== null;
  if (
    missing ||
    (isNameless && (!isIdentified || readings.last_name.defect !== null)) ||
    readings.student_id.defect === 'unreadable'
  )
    return 'missing_required_field';
  if (IMPORTED_FIELDS.some((field) => readings[field].defect === 'too_long')) return 'value_too_long';
  if (readings.email.defect) return 'invalid_email';
  return readings.date_of_birth.defect ? 'invalid_date' : null;
}

const show = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const CONTROLS = new RegExp(CONTROL, 'gu');
const LONGEST_HEADER = 255;

/** The name of a column as a response can have it. */
const headerOf = (value: unknown): string =>
  show(value).slice(0, LONGEST_HEADER).replace(CONTROLS, '\ufffd').toWellFormed();
