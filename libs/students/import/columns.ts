import { plain } from '#libs/core/text/plain';
import type { FileRow } from '#libs/core/csv/file-rows';
import { RAGGED } from '#libs/core/csv/file-rows';
import { BUILDING_WORDS, partOfName, PERSON_WORDS, ROOM_WORDS } from '#libs/matching/header-words';
import { buildingOf, roomWithin } from '#libs/matching/rooms-within';
import { SHEET } from '#libs/core/csv/sheet-names';
import { InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import type { ImportedField } from '#libs/students/student-fields';

/** What a column may be: a field of a student, the first and the last name in one, or the building of a location. */
type StudentColumn = ImportedField | 'full_name' | 'building';

// What people write above the columns of students, in the languages that imports of bookings know.
const WORDS = {
  ...PERSON_WORDS,
  location: ROOM_WORDS,
  date_of_birth: [
    ...[
      'date of birth',
      'birth date',
      'birthdate',
      'birthday',
      'DOB',
      'born',
      'born on',
      'Geburtsdatum',
      'Geburtstag',
      'geb.',
    ],
    ...[
      'geboren am',
      'date de naissance',
      'né le',
      'née le',
      'né(e) le',
      'fecha de nacimiento',
      'nacimiento',
      'data di nascita',
    ],
    ...['geboortedatum', 'data de nascimento', 'nascimento', 'data urodzenia', 'dyddiad geni'],
  ],
  type: ['person type', 'type of person', 'Personenart', 'Art der Person', 'type de personne', 'tipo de persona'],
  building: BUILDING_WORDS,
} satisfies Record<StudentColumn, string[]>;

/** Under this name a row lists its filled cells that are not read. No field has this name. */
export const UNREAD = 'unread cells';

/** Under this name a row has the cell with both names of its student, and the header of it. No field has this name. */
export const WHOLE = 'name in one cell';

/** Both names of somebody in one cell. */
export interface WholeName {
  text: string;
  /** What stands above the cell: it may say which name is the first one. */
  header: string;
}

/** Under this name a row says that it comes from a file, whose lines were looked at when it was read. */
export const OF_FILE = 'line of a file';

/** Under this name a row of an export keeps when its student had been changed last. No field is called like that. */
export const EXPORTED_AT = 'exported at';

/** Under this name a row of an export keeps what it has of its student that an import does not read. No field is called like that. */
export const EXPORTED = 'exported cells';

/** What a column may be declared to be. */
export const MEANINGS: readonly string[] = [...Object.keys(WORDS), 'ignore'];

/** @throws InvalidField `validation_failed` for a column that is declared to be what there is not */
export function requireMeanings(columns: Readonly<Record<string, unknown>> = {}): void {
  for (const [header, meaning] of Object.entries(columns))
    if (typeof meaning !== 'string' || !MEANINGS.includes(meaning))
      throw new InvalidField(
        'validation_failed',
        `/columns/${pointerToken(header)}`,
        `must be one of ${MEANINGS.join(', ')}`,
      );
}

/** What an export of Lodge has in addition to the columns that are read, and another list means in its own way; `active` means something only where it is not `true`. */
const OF_EXPORTS = new Set(['floor', 'flags', 'welfare_state', 'created_at']);
/** Those that somebody may edit, as if that changed the record. */
export const COMPARED = ['floor', 'flags'] as const;
const isOfExport = (header: string, cell: unknown, isExport: boolean): boolean =>
  (isExport && OF_EXPORTS.has(header)) ||
  (header === 'active' && (cell === true || (typeof cell === 'string' && cell.trim().toLowerCase() === 'true')));

const key = (header: string): string => plain(header).replace(/[^a-z0-9]/g, '');

const BY_KEY = new Map(
  (Object.keys(WORDS) as StudentColumn[]).flatMap((field) =>
    [field, ...WORDS[field]].map((name) => [key(name), field] as const),
  ),
);

/** The field of a student that a header means; case, accents, spaces and punctuation do not matter. */
export const studentFieldOf = (header: string): StudentColumn | undefined => BY_KEY.get(key(header));

const isBlank = (cell: unknown): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

/** A line of a file as a row of the import. */
export const studentOf = ({ values }: FileRow, columns: Readonly<Record<string, unknown>> = {}): object =>
  ({ ...fieldsOf(Object.entries(values), (header) => (header === RAGGED || header === SHEET ? header : undefined), columns), [OF_FILE]: true }); // prettier-ignore

/**
 * Cells by their headers as a row of the import; of two columns for one field both, when they differ: such a row is refused.
 * @param own what a header is, whatever was declared
 */
export function fieldsOf(
  cells: readonly (readonly [string, unknown])[],
  own: (header: string) => string | undefined,
  columns: Readonly<Record<string, unknown>>,
): object {
  const declared = new Map(Object.entries(columns).map(([header, meaning]) => [header.trim(), String(meaning)]));
  const isExport = cells.some(([header]) => header === 'updated_at' || header === '_id');
  const keys = new Set(cells.map(([header]) => key(header)));
  const fields = new Map<string, unknown>();
  const headers = new Map<string, string>();
  const unread: string[] = [];
  const exported: Record<string, unknown> = {};
  for (const [header, cell] of cells) {
    if (isExport && COMPARED.some((each) => each === header) && !declared.has(header)) exported[header] = cell;
    const field =
      own(header) ?? declared.get(header.trim()) ?? studentFieldOf(header) ?? partOfName(key(header), keys, header);
    if (isBlank(cell) || field === 'ignore') continue;
    if (field === undefined) {
      if (header === 'updated_at') fields.set(EXPORTED_AT, cell);
      else if (!isOfExport(header, cell, isExport)) unread.push(header);
      continue;
    }
    headers.set(field, header);
    const other = fields.get(field);
    // The column that is called like a building comes before those that are declared to be a part of it.
    const isHouse = field === 'building' && studentFieldOf(header) === field;
    fields.set(field, other === undefined || other === cell ? cell : isHouse ? [cell, other].flat() : [other, cell].flat()); // prettier-ignore
  }
  unread.push(...withoutParts(fields, headers.get('full_name') ?? '').map((field) => headers.get(field) ?? field));
  if (Object.keys(exported).length > 0) fields.set(EXPORTED, exported);
  if (unread.length > 0) fields.set(UNREAD, [fields.get(UNREAD) ?? [], unread].flat());
  return Object.fromEntries(fields);
}

/** Puts the building into the location, and the name of one cell beside its header. Returns the fields that cannot be read so. */
function withoutParts(fields: Map<string, unknown>, header: string): string[] {
  const [whole, building, location] = ['full_name', 'building', 'location'].map((field) => fields.get(field));
  const unread: string[] = [];
  fields.delete('full_name');
  fields.delete('building');
  if (building !== undefined) {
    // A dot or a dash names no building, and may stand for the one above.
    const parts = [building].flat();
    if (parts.every((part) => typeof part === 'string' && /[\p{L}\p{N}]/u.test(part)) && typeof location === 'string')
      fields.set('location', roomWithin(buildingOf(parts as string[]), location.trim()));
    else unread.push('building');
  }
  if (whole === undefined) return unread;
  if (typeof whole !== 'string' || fields.has('first_name') || fields.has('last_name')) return [...unread, 'full_name'];
  fields.set(WHOLE, { text: whole, header } satisfies WholeName);
  return unread;
}

const LEAST_NAMED = 2;

/** Whether a row is a repeated header: each cell is the name of its own column. */
export function isRepeatedHeader(row: unknown, columns: Readonly<Record<string, unknown>> = {}): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const cells = Object.entries(row).filter(([, cell]) => !isBlank(cell));
  const isOwnHeader = ({ text, header }: WholeName): boolean => key(text) === key(header);
  const names = ([field, cell]: [string, unknown]): boolean =>
    field === WHOLE
      ? isOwnHeader(cell as WholeName)
      : typeof cell === 'string' && (columns[cell.trim()] ?? studentFieldOf(cell)) === field;
  return cells.length >= LEAST_NAMED && cells.every(names);
}

/** The parameters in the query of a file, in the form of the body. */
export const parametersOfStudents = ({
  dry_run,
  confirm_deactivations,
  ...others
}: Record<string, unknown>): object => ({
  ...others,
  ...(dry_run !== undefined && { dry_run: dry_run === 'true' ? true : dry_run === 'false' ? false : dry_run }),
  ...(confirm_deactivations !== undefined && {
    confirm_deactivations: /^\d{1,10}$/.test(String(confirm_deactivations))
      ? Number(confirm_deactivations)
      : confirm_deactivations,
  }),
});
