import { type ColumnInfo, columnsOf, tableOf } from '#libs/core/database/columns';
import { Booking } from '#libs/bookings/booking.entity';
import { BookingFlag } from '#libs/bookings/booking-flag.entity';
import { BookingPerson } from '#libs/bookings/booking-person.entity';
import type { BookingResponse } from './booking-responses.dto.js';

/** A list of ids in a table of its own: which entity holds it, and in which of its properties. */
type ListOf<E> = { entity: new () => E; property: keyof E & string };

interface BookingField {
  /** Where it is stored: a property of the entity, or a list of ids. Without either it is derived. */
  property?: keyof Booking;
  list?: ListOf<BookingPerson> | ListOf<BookingFlag>;
  /** Has a value of its own when the booking is written first. */
  insert?: true;
  /** A request to create a booking may set it, and so it is inserted. */
  create?: true;
  /** A PATCH may change it; in a closed booking only if it is not `frozen`. */
  update?: true;
  frozen?: true;
  /** The column of an export. */
  exported?: string;
  /** The column of an import and of an export, and the most characters of a cell. Other headers: `header-words.ts`. */
  imported?: { column: string; max: number };
  /** A printed confirmation shows it, with the words `field_...` of each language. */
  printed?: true;
  /**
   * What erasing the lead person does to it. A `text` is emptied, and in bookings of others the names of the person are crossed out in it;
   * a `value` is emptied; what is `kept` leads to nobody.
   */
  erased?: 'text' | 'value' | 'kept';
}

/**
 * The fields of a booking, in the order of its response. Everything that names the fields of a booking is made from this table:
 * the SELECT, the INSERT of one and of many, PATCH, import, export and the printed confirmation.
 */
export const BOOKING_FIELDS = {
  _id: { property: 'id', insert: true, exported: 'booking_id', erased: 'kept' },
  site: { property: 'siteId', erased: 'kept' },
  reference: { property: 'reference', exported: 'reference', erased: 'kept' },
  lead_person: { property: 'leadPersonId', create: true, update: true, frozen: true, erased: 'kept' },
  additional_people: {
    list: { entity: BookingPerson, property: 'studentId' },
    create: true,
    update: true,
    frozen: true,
    exported: 'additional_people',
  },
  location: { property: 'locationId', create: true, update: true, frozen: true, erased: 'kept' },
  status: { property: 'status', create: true, exported: 'status', erased: 'kept' },
  phase: { exported: 'phase' },
  contract_start: {
    property: 'contractStart',
    create: true,
    update: true,
    frozen: true,
    imported: { column: 'contract_start', max: 40 },
    erased: 'kept',
  },
  contract_end: {
    property: 'contractEnd',
    create: true,
    update: true,
    frozen: true,
    imported: { column: 'contract_end', max: 40 },
    erased: 'kept',
  },
  occupied_from: { property: 'occupiedFrom', erased: 'kept' },
  occupied_to: { property: 'occupiedTo', erased: 'kept' },
  checked_in_at: { property: 'checkedInAt', insert: true, exported: 'checked_in_at', erased: 'kept' },
  checked_out_at: { property: 'checkedOutAt', insert: true, exported: 'checked_out_at', erased: 'kept' },
  cancelled_at: { property: 'cancelledAt', erased: 'kept' },
  no_show_at: { property: 'noShowAt', erased: 'kept' },
  cancellation_code: { property: 'cancellationCode', exported: 'cancellation_code', erased: 'kept' },
  cancellation_reason: { property: 'cancellationReason', erased: 'text' },
  vehicle_registration: {
    property: 'vehicleRegistration',
    create: true,
    update: true,
    imported: { column: 'vehicle_registration', max: 16 },
    printed: true,
    erased: 'value',
  },
  parking_expiry_at: {
    property: 'parkingExpiryAt',
    create: true,
    update: true,
    imported: { column: 'parking_expiry', max: 40 },
    printed: true,
    erased: 'kept',
  },
  departure_slot_at: {
    property: 'departureSlotAt',
    create: true,
    update: true,
    imported: { column: 'departure_slot', max: 40 },
    printed: true,
    erased: 'kept',
  },
  hold_until: {
    property: 'holdUntil',
    create: true,
    update: true,
    imported: { column: 'hold_until', max: 40 },
    printed: true,
    erased: 'kept',
  },
  flags: {
    list: { entity: BookingFlag, property: 'flagId' },
    create: true,
    update: true,
    exported: 'flags',
  },
  notes: {
    property: 'notes',
    create: true,
    update: true,
    imported: { column: 'notes', max: 4_000 },
    erased: 'text',
  },
  turnaround_days: { property: 'turnaroundDays', create: true, update: true, erased: 'kept' },
  block_booking: { property: 'blockBookingId', create: true, exported: 'block_booking', erased: 'kept' },
  source: { property: 'source', erased: 'kept' },
  version: { property: 'version', exported: 'version', erased: 'kept' },
  created_at: { property: 'createdAt', exported: 'created_at', erased: 'kept' },
  created_by: { property: 'createdBy', erased: 'kept' },
  updated_at: { property: 'updatedAt', exported: 'updated_at', erased: 'kept' },
  updated_by: { property: 'updatedBy', erased: 'kept' },
} as const satisfies Record<keyof Omit<BookingResponse, 'expanded' | 'stays'>, BookingField>;

type Fields = typeof BOOKING_FIELDS;
export type BookingFieldName = keyof Fields;
type With<Key extends keyof BookingField> = {
  [Name in BookingFieldName]: Fields[Name] extends Record<Key, unknown> ? Name : never;
}[BookingFieldName];

export type ListField = With<'list'>;
export type StoredField = With<'property'>;
export type RowField = StoredField | ListField;
export type CreateField = With<'create'>;
export type InsertField = CreateField | With<'insert'>;
export type UpdateField = With<'update'>;
export type ImportedField = With<'imported'>;
export type ImportedColumn = Fields[ImportedField]['imported']['column'];
export type ExportedField = With<'exported'>;
export type PrintedField = With<'printed'>;

/** A property of the entity that no field shows has to be named here, or this does not compile. */
type Hidden = 'segment' | 'segmentFrom' | 'holdWarnedAt';
type Nothing<Rest extends never> = Rest;
export type Forgotten = Nothing<Exclude<keyof Booking, Fields[StoredField]['property'] | Hidden>>;
/** What erasing a person does to a stored field has to be decided, or this does not compile. */
export type Undecided = Nothing<Exclude<StoredField, With<'erased'>>>;

const names = Object.keys(BOOKING_FIELDS) as BookingFieldName[];
export const fieldOf = (name: BookingFieldName): BookingField => BOOKING_FIELDS[name];
const having = <Key extends keyof BookingField>(key: Key) => names.filter((name) => fieldOf(name)[key]) as With<Key>[];

export const FIELD_NAMES: readonly BookingFieldName[] = names;
/** What a row of a booking holds: all but what is derived. */
export const ROW_FIELDS = names.filter((name) => fieldOf(name).property ?? fieldOf(name).list) as RowField[];
export const STORED_FIELDS: readonly StoredField[] = having('property');
export const CREATE_FIELDS: readonly CreateField[] = having('create');
export const INSERT_FIELDS = names.filter((name) => fieldOf(name).create ?? fieldOf(name).insert) as InsertField[];
export const UPDATE_FIELDS: readonly UpdateField[] = having('update');
export const FROZEN_FIELDS: readonly With<'frozen'>[] = having('frozen');
export const IMPORTED_FIELDS: readonly ImportedField[] = having('imported');
export const EXPORTED_FIELDS: readonly ExportedField[] = having('exported');
export const PRINTED_FIELDS: readonly PrintedField[] = having('printed');

const COLUMNS = columnsOf(Booking);

export const isList = (name: BookingFieldName): name is ListField => fieldOf(name).list !== undefined;

/** The column of `bookings` that stores a field. */
export const columnOf = (name: StoredField): ColumnInfo => COLUMNS[BOOKING_FIELDS[name].property];

/** The table and the column that store a list of ids. */
export function listOf(name: ListField): { table: string; column: string } {
  const { entity, property } = BOOKING_FIELDS[name].list as ListOf<BookingPerson>;
  return { table: tableOf(entity), column: columnsOf(entity)[property].name };
}

/** The type of a field's value in SQL. */
export const typeOf = (name: RowField): string => (isList(name) ? 'uuid[]' : columnOf(name).type);

/** A field of the booking `b` as an expression. */
export function expressionOf(name: RowField): string {
  if (!isList(name)) return `b.${columnOf(name).name}`;
  const { table, column } = listOf(name);
  return `ARRAY(SELECT x.${column} FROM ${table} x WHERE x.site_id = b.site_id AND x.booking_id = b.id ORDER BY x.position)`;
}

/** Fields of the booking `b` as columns of a SELECT, named as in the response. */
export const selectFields = (fields: readonly RowField[]): string =>
  fields.map((name) => `${expressionOf(name)} AS ${name}`).join(', ');
