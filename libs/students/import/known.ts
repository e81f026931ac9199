import type { ReadRow } from '#libs/students/import/rows';
import type { RestoredField, Values } from '#libs/students/student-fields';

/** A row with its identities in the form that the database compares, and the location that it means. */
export interface KeyedRow extends ReadRow {
  index: number;
  student_key: string | null;
  email_key: string | null;
  name_key: string | null;
  location_id: string | null;
  /** The student whom a row may mean that names nobody. */
  meant?: string;
}

/** An existing student. */
export interface Known extends Values<RestoredField> {
  id: string;
  /** When it was changed last, in milliseconds. */
  changed_ms: number;
  student_key: string;
  email_key: string | null;
}
