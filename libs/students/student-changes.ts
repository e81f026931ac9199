import type { Deed } from '#libs/accounts/audit/audit';
import type { Student } from '#libs/students/student.entity';

export type Change = NonNullable<Deed['changes']>[number];

/** What the audit of a student looks at. */
export interface Recorded {
  student_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  location_id: string;
  active: boolean;
}

export const recordedOf = ({ studentId, firstName, lastName, email, locationId, active }: Student): Recorded => ({
  student_id: studentId,
  first_name: firstName,
  last_name: lastName,
  email,
  location_id: locationId,
  active,
});

// Audit events can't be erased, so they say that a name or an identity changed, and not from what to what.
const PERSONAL = ['student_id', 'first_name', 'last_name', 'email'] as const;

/** That a field changed, without its values. */
export const changeOf = (field: string): Change => ({ field, from: null, to: null });

export function changesOf(from: Recorded, to: Recorded): Change[] {
  const moves = [
    { field: 'location', from: from.location_id, to: to.location_id },
    { field: 'active', from: from.active, to: to.active },
  ];
  return [
    ...PERSONAL.filter((field) => from[field] !== to[field]).map(changeOf),
    ...moves.filter((move) => move.from !== move.to),
  ];
}

export const studentDeed = (siteId: string, action: string, subjectId: string, changes: Change[] = []): Deed => ({
  siteId,
  action,
  subjectKind: 'student',
  subjectId,
  changes,
});
