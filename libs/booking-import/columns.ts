import { cellText } from '#libs/core/csv/cells';
import { folded, isReadable } from '#libs/booking-import/text';

/** The columns that an import reads. */
export const FIELDS = [
  'student_id',
  'first_name',
  'last_name',
  'email',
  'room',
  'contract_start',
  'contract_end',
  'vehicle_registration',
  'parking_expiry',
  'departure_slot',
  'notes',
  'status',
  'booking_id',
  'reference',
] as const;
export type Field = (typeof FIELDS)[number];

// What people write above these columns, beside their names.
const ALIASES: Record<Field, string[]> = {
  student_id: ['student number', 'student no', 'matriculation number', 'person id'],
  first_name: ['forename', 'given name', 'first names'],
  last_name: ['surname', 'family name'],
  email: ['e-mail', 'mail', 'email address', 'e-mail address'],
  room: ['location', 'room number', 'room no', 'room code', 'bed', 'place'],
  contract_start: [
    'start',
    'start date',
    'from',
    'arrival',
    'arrival date',
    'check in',
    'move in',
    'contract start date',
  ],
  contract_end: [
    'end',
    'end date',
    'to',
    'until',
    'departure',
    'departure date',
    'check out',
    'move out',
    'contract end date',
  ],
  vehicle_registration: ['vehicle', 'registration', 'car', 'number plate'],
  parking_expiry: ['parking expiry at', 'parking until', 'parking'],
  departure_slot: ['departure slot at', 'departure time'],
  notes: ['note', 'comment', 'comments', 'remarks'],
  status: ['booking status'],
  booking_id: ['booking'],
  reference: ['booking reference'],
};

const key = (header: string): string => folded(header).replace(/[^a-z0-9]/g, '');

const BY_KEY = new Map(
  FIELDS.flatMap((field) => [field, ...ALIASES[field]].map((name) => [key(name), field] as const)),
);

/** The field that a header means; case, accents, spaces and punctuation do not matter. */
export const fieldOf = (header: string): Field | undefined =>
  FIELD_NAMES.has(header) ? (header as Field) : BY_KEY.get(key(header));

const FIELD_NAMES: ReadonlySet<string> = new Set(FIELDS);

export type Values = ReadonlyMap<Field, unknown>;

/** The values of a row by field. Of two columns for one field the one that is filled counts; both, when they differ. */
export function valuesOf(row: Record<string, unknown>): Values {
  const values = new Map<Field, unknown>();
  for (const [header, value] of Object.entries(row)) {
    const field = fieldOf(header);
    const filled = value !== null && value !== undefined && value !== '';
    if (field && filled) values.set(field, values.has(field) ? together(values.get(field), value) : value);
  }
  return values;
}

/** What two columns say of one field: one value when they agree or one is blank, else both. */
function together(one: unknown, other: unknown): unknown {
  const [text, otherText] = [one, other].map((cell) => (isReadable(cell) ? cellText(cell) : cell));
  if (otherText === undefined || text === otherText) return one;
  return text === undefined ? other : [one, other].flat();
}

/** Which headers of a file are read, and which are not. */
export function columnsOf(rows: readonly { values: Record<string, unknown> }[]) {
  const headers = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const recognised = [...headers].filter((header) => fieldOf(header));
  return { recognised, unknown: [...headers].filter((header) => !fieldOf(header)) };
}
