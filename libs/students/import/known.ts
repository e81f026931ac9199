import type { ReadRow } from '#libs/students/import/rows';

/** A row with its identities in the form that the database compares, and the location that it means. */
export interface KeyedRow extends ReadRow {
  index: number;
  student_key: string | null;
  email_key: string | null;
  name_key: string | null;
  location_id: string | null;
}

/** A student who is there. */
export interface Known {
  id: string;
  student_id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  location_id: string;
  active: boolean;
  student_key: string;
  email_key: string | null;
}
