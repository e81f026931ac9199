import { cellText } from '#libs/core/csv/cells';
import { RAGGED } from '#libs/core/csv/file-rows';
import {
  BOOKING_FIELDS,
  IMPORTED_FIELDS,
  type ImportedColumn,
  type ImportedField,
  typeOf,
} from '#libs/bookings/booking-fields';
import { type HeaderNotation, notationIn, notationOf } from '#libs/booking-import/columns/header-notation';
import { HEADER_WORDS } from '#libs/booking-import/columns/header-words';
import { partOfName } from '#libs/matching/header-words';
import { orderInHeader } from '#libs/matching/name-order';
import { buildingOf } from '#libs/matching/rooms-within';
import { plain } from '#libs/core/text/plain';
import { isReadable } from '#libs/booking-import/rows/text';

type Imported = (typeof BOOKING_FIELDS)[ImportedField]['imported'];

const IMPORTED = IMPORTED_FIELDS.map((name) => ({ imported: BOOKING_FIELDS[name].imported, type: typeOf(name) }));
const IMPORTED_COLUMNS = IMPORTED_FIELDS.map((name) => BOOKING_FIELDS[name].imported.column);

/** Something of each field of a booking that an import reads, by its column. */
export function ofImported<T>(make: (imported: Imported, type: string) => T): Record<ImportedColumn, T> {
  const made = {} as Record<ImportedColumn, T>;
  for (const { imported, type } of IMPORTED) made[imported.column] = make(imported, type);
  return made;
}

/** The columns that an import reads. */
export const FIELDS = [
  'student_id',
  'first_name',
  'last_name',
  'full_name',
  'name_order',
  'email',
  'room',
  'building',
  ...IMPORTED_COLUMNS,
  'status',
  'booking_id',
  'reference',
  'updated_at',
  'version',
] as const;
export type Field = (typeof FIELDS)[number];

export const NAME_CELLS: readonly Field[] = ['first_name', 'last_name', 'full_name'];
/** The cells that say whom a row means, and where. */
export const PERSON_CELLS: readonly Field[] = ['student_id', 'email', ...NAME_CELLS];
export const ROOM_CELLS: readonly Field[] = ['room', 'building'];
/** The cells that have days of a stay. */
export const DATE_CELLS: readonly Field[] = [
  'contract_start',
  'contract_end',
  'parking_expiry',
  'departure_slot',
  'hold_until',
];

/** What a column is declared to be: a field, or nothing that an import shall read. */
export type Meaning = Field | 'ignore';
export const MEANINGS: readonly Meaning[] = [...FIELDS, 'ignore'];
export type DeclaredColumns = Record<string, Meaning>;

const key = (header: string): string => plain(header).replace(/[^a-z0-9]/g, '');

const BY_KEY = new Map(
  FIELDS.flatMap((field) => [field, ...HEADER_WORDS[field]].map((name) => [key(name), field] as const)),
);

/** The field that a header means; case, accents, spaces and punctuation do not matter, but for a question mark: it is a doubt. */
export function fieldOf(header: string): Field | undefined {
  if (FIELD_NAMES.has(header)) return header as Field;
  if (!known.has(header)) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(header, DOUBT.test(header) ? undefined : (BY_KEY.get(key(header)) ?? dayOf(header)));
  }
  return known.get(header);
}

/** The field of a header that ends with the notation of its days. */
function dayOf(header: string): Field | undefined {
  const notation = notationIn(header);
  const field = notation && BY_KEY.get(key(notation.name));
  return field && DATE_CELLS.includes(field) ? field : undefined;
}

const DOUBT = /[?\u00bf\u037e\u061f\uff1f]/u;

// The rows of a file have the same headers, and it may have as many as this.
const MOST_KNOWN = 1_000;
const known = new Map<string, Field | undefined>();

const FIELD_NAMES: ReadonlySet<string> = new Set(FIELDS);

/** What the headers of one file mean: first what was declared, then what the words say. */
export class Headers {
  private readonly meanings = new Map<string, Meaning | null>();
  private readonly declared: ReadonlyMap<string, Meaning>;
  private readonly keys: ReadonlySet<string>;
  /** How the headers say that days are written; null when they contradict each other, so that none of these is read. */
  readonly notation: Omit<HeaderNotation, 'name'> | null | undefined;

  /** @param names all headers of the file */
  constructor(declared: DeclaredColumns = {}, names: readonly string[] = []) {
    this.keys = new Set(names.map(key));
    this.notation = notationOf(names.filter(dayOf));
    this.declared = new Map(Object.entries(declared).map(([header, meaning]) => [header.trim(), meaning]));
  }

  /** Undefined when nobody knows. */
  meaningOf(header: string): Meaning | undefined {
    const known = this.meanings.get(header);
    if (known !== undefined) return known ?? undefined;
    const isDoubtful = this.notation === null && dayOf(header) !== undefined;
    const meaning =
      this.declared.get(header.trim()) ??
      (isDoubtful ? undefined : fieldOf(header)) ??
      partOfName(key(header), this.keys, header);
    this.meanings.set(header, meaning ?? null);
    return meaning;
  }
}

const PLAIN_WORDS = new Headers();

export type Values = ReadonlyMap<Field, unknown>;

/** The cells of a row: those of a field by its name, and the headers of the filled ones that nobody knows. */
export interface ReadCells {
  fields: Map<Field, unknown>;
  unread: string[];
}

/** Reads the cells of a row. Of two columns for one field the one that is filled counts; both, when they differ. */
export function cellsOf(row: Record<string, unknown>, headers: Headers = PLAIN_WORDS): ReadCells {
  const fields = new Map<Field, unknown>();
  const unread: string[] = [];
  for (const header in row) {
    const value = row[header];
    if (value === null || value === undefined || value === '') continue;
    const field = headers.meaningOf(header);
    if (field === undefined) unread.push(header);
    else if (field === 'building' && fieldOf(header) === field)
      fields.set(field, fields.has(field) ? together(value, fields.get(field)) : value); // prettier-ignore
    else if (field !== 'ignore') fields.set(field, fields.has(field) ? together(fields.get(field), value) : value);
    const order = field === 'full_name' ? orderInHeader(header) : undefined;
    if (order !== undefined) fields.set('name_order', order);
  }
  return { fields, unread };
}

/** The values of a row by field. */
export const valuesOf = (row: Record<string, unknown>): Values => cellsOf(row).fields;

/** What two columns say of one field: one value when they agree or one is blank, else both. */
function together(one: unknown, other: unknown): unknown {
  const [text, otherText] = [one, other].map((cell) => (isReadable(cell) ? cellText(cell) : cell));
  if (otherText === undefined || text === otherText) return one;
  return text === undefined ? other : [one, other].flat();
}

/** A building of which several columns say a part each, as one text. The column that is called like one comes first. */
export const buildingText = (cell: unknown): unknown =>
  Array.isArray(cell) && cell.every(isReadable) ? buildingOf(cell.map((part) => cellText(part as string) ?? '')) : cell;

type Rows = readonly { values: Record<string, unknown> }[];

/** The headers of lists of rows, which do not change: half a million cells are not looked through for each question about them. */
const namesOfRows = new WeakMap<Rows, ReadonlySet<string>>();

/** All headers of the rows of a file; of more than `most` only the first ones. */
export function namesIn(rows: Rows, most = Infinity): ReadonlySet<string> {
  const known = namesOfRows.get(rows);
  if (known) return known;
  const names = new Set<string>();
  for (const { values } of rows)
    for (const header in values) {
      if (names.size > most) return names;
      names.add(header);
    }
  namesOfRows.set(rows, names);
  return names;
}

/** Which headers of a file are read, which are not because nobody knows them, and which because somebody said so. */
export function columnsOf(rows: Rows, headers: Headers) {
  const known = [...namesIn(rows)].filter((header) => header !== RAGGED);
  const meaning = (header: string) => headers.meaningOf(header);
  return {
    recognised: known.filter((header) => meaning(header) !== undefined && meaning(header) !== 'ignore'),
    unknown: known.filter((header) => meaning(header) === undefined),
    ignored: known.filter((header) => meaning(header) === 'ignore'),
  };
}
