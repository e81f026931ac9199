import { columnsOf } from '#libs/core/database/columns';
import { Student } from '#libs/students/student.entity';
import type { StudentResponse } from '#libs/students/students.dto';

interface StudentField {
  /** The property of the entity that stores it. Without one it is derived, or a list in a table of its own. */
  property?: keyof Student;
  /** A request to create a student may set it. */
  create?: true;
  /** A PATCH may change it. Welfare has rules of its own in `welfare.ts`. */
  update?: true;
  /** A change of it is written to the audit, and to the history of imports. */
  recorded?: true;
  /** A row of an import has it: with at most so many characters. Headers of files: `import/columns.ts`. */
  imported?: { max: number; required?: true };
  /** The column of an export: its kind. What is not stored in `students` is in `student-export.queries.ts`. */
  exported?: 'text' | 'code' | 'boolean' | 'date' | 'instant';
  /** Erasing the person replaces it by this value. What is kept needs a reason in `libs/privacy/personal-data.ts`. */
  erased?: string | boolean | null;
}

/**
 * The fields of a student, in the order of a response and of an export. Everything that names the fields of a student is made from
 * this table: the list, creation, PATCH, the audit, imports with their history and undo, and the export.
 */
export const STUDENT_FIELDS = {
  _id: { property: 'id' },
  student_id: {
    property: 'studentId',
    create: true,
    update: true,
    recorded: true,
    imported: { max: 64 },
    exported: 'text',
    erased: '',
  },
  first_name: {
    property: 'firstName',
    create: true,
    update: true,
    recorded: true,
    imported: { max: 100, required: true },
    exported: 'text',
    erased: 'Erased',
  },
  last_name: {
    property: 'lastName',
    create: true,
    update: true,
    recorded: true,
    imported: { max: 100 },
    exported: 'text',
    erased: 'Erased',
  },
  record_name: {},
  email: {
    property: 'email',
    create: true,
    update: true,
    recorded: true,
    imported: { max: 254 },
    exported: 'text',
    erased: null,
  },
  location: {
    property: 'locationId',
    create: true,
    update: true,
    recorded: true,
    imported: { max: 2_000, required: true },
    exported: 'text',
  },
  floor: { exported: 'text' },
  photo_url: { property: 'photoUrl', erased: null },
  site: { property: 'siteId' },
  type: { property: 'type', create: true, recorded: true, imported: { max: 20 }, exported: 'code' },
  active: { property: 'active', update: true, recorded: true, exported: 'boolean', erased: false },
  flags: { exported: 'text' },
  welfare_flag: { property: 'welfareFlag', erased: false },
  welfare_state: { property: 'welfareStateId', exported: 'text', erased: null },
  date_of_birth: {
    property: 'dateOfBirth',
    create: true,
    update: true,
    recorded: true,
    imported: { max: 50 },
    exported: 'date',
    erased: null,
  },
  version: { property: 'version' },
  created_at: { property: 'createdAt', exported: 'instant' },
  updated_at: { property: 'updatedAt', exported: 'instant' },
} as const satisfies Record<keyof StudentResponse, StudentField>;

type Fields = typeof STUDENT_FIELDS;
export type StudentFieldName = keyof Fields;
type With<Key extends keyof StudentField> = {
  [Name in StudentFieldName]: Fields[Name] extends Record<Key, unknown> ? Name : never;
}[StudentFieldName];
type Without<Key extends keyof StudentField> = Exclude<StudentFieldName, With<Key>>;

export type StoredField = With<'property'>;
export type DerivedField = Without<'property'>;
export type CreateField = With<'create'>;
export type UpdateField = With<'update'>;
export type RecordedField = With<'recorded'>;
export type ImportedField = With<'imported'>;
export type ExportedField = With<'exported'>;
export type ErasedField = With<'erased'>;

/** Fields of a student by their names, with the values that the entity has. */
export type Values<Name extends StoredField> = { [Each in Name]: Student[Fields[Each]['property']] };

/** A property of the entity that no field shows has to be named here, or this does not compile. */
type Hidden = 'nameKey' | 'deletedAt' | 'erasedAt' | 'welfareVersion' | 'welfareUpdatedAt';
type Nothing<Rest extends never> = Rest;
export type Forgotten = Nothing<Exclude<keyof Student, Fields[StoredField]['property'] | Hidden>>;

const names = Object.keys(STUDENT_FIELDS) as StudentFieldName[];
const fieldOf = (name: StudentFieldName): StudentField => STUDENT_FIELDS[name];
const having = <Key extends keyof StudentField>(key: Key) =>
  names.filter((name) => key in fieldOf(name)) as With<Key>[];

export const FIELD_NAMES: readonly StudentFieldName[] = names;
export const CREATE_FIELDS: readonly CreateField[] = having('create');
export const UPDATE_FIELDS: readonly UpdateField[] = having('update');
export const RECORDED_FIELDS: readonly RecordedField[] = having('recorded');
export const IMPORTED_FIELDS: readonly ImportedField[] = having('imported');
export const EXPORTED_FIELDS: readonly ExportedField[] = having('exported');
export const STORED_FIELDS: readonly StoredField[] = having('property');
export const ERASED_FIELDS: readonly ErasedField[] = having('erased');
/** What an undo of an import gives back: all that the import may have changed. */
export const RESTORED_FIELDS = [...IMPORTED_FIELDS, 'active'] as const satisfies readonly RecordedField[];
export type RestoredField = (typeof RESTORED_FIELDS)[number];

const COLUMNS = columnsOf(Student);
const columnOf = (name: StoredField) => COLUMNS[STUDENT_FIELDS[name].property];

export const isStored = (name: StudentFieldName): name is StoredField => fieldOf(name).property !== undefined;

/** A field of the student `s` as an expression. */
export const expressionOf = (name: StoredField): string => `s.${columnOf(name).name}`;

/** The type of a field's value in SQL. */
export const typeOf = (name: StoredField): string => columnOf(name).type;

/** Fields of the student `s` as columns of a SELECT, named as in a response. */
export const selectFields = (fields: readonly StoredField[]): string =>
  fields.map((name) => `${expressionOf(name)} AS ${name}`).join(', ');

/** The columns that store fields. */
export const columnsFor = (fields: readonly StoredField[], separator = ', '): string =>
  fields.map((name) => columnOf(name).name).join(separator);

/** Fields and their types, for `jsonb_to_recordset`. */
export const recordTypes = (fields: readonly StoredField[]): string =>
  fields.map((name) => `${name} ${columnOf(name).type}`).join(', ');

/** The SET of an UPDATE of students, from the fields of a record `g`. */
export const assignments = (fields: readonly StoredField[]): string =>
  fields.map((name) => `${columnOf(name).name} = g.${name}`).join(', ');

/** Those of the fields that are given, as properties of the entity. */
export function propertiesOf<Name extends StoredField>(
  fields: readonly Name[],
  given: Partial<Record<Name, unknown>>,
): Partial<Student> {
  const present = fields.filter((name) => given[name] !== undefined);
  return Object.fromEntries(present.map((name) => [STUDENT_FIELDS[name].property, given[name]]));
}

/** Fields of a student by their names. */
export const valuesOf = <Name extends StoredField>(fields: readonly Name[], student: Partial<Student>): Values<Name> =>
  Object.fromEntries(fields.map((name) => [name, student[STUDENT_FIELDS[name].property]])) as Values<Name>;

/** What is stored of a student who was erased; the student id is a new one. */
export const erasedProperties = (studentId: string): Partial<Student> => ({
  ...propertiesOf(ERASED_FIELDS, Object.fromEntries(ERASED_FIELDS.map((name) => [name, STUDENT_FIELDS[name].erased]))),
  studentId,
});
