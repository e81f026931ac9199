import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import type { NotRestoredResponse } from '#libs/merges/merges.dto';
import type { Change } from '#libs/students/student-changes';
import type { Student } from '#libs/students/student.entity';

interface Holder {
  _id: string;
  record_name: string;
  student_id: string;
  has_id: boolean;
  has_email: boolean;
}

const HOLDERS = `
SELECT s.id AS _id, ${recordName('s')} AS record_name, s.student_id, lower(s.student_id) = lower($2) AS has_id,
  coalesce(lower(s.email) = lower($3), false) AS has_email
FROM students s WHERE s.site_id = $1 AND s.deleted_at IS NULL AND (lower(s.student_id) = lower($2) OR lower(s.email) = lower($3))`;

/** What a record that returns gets back of its student id and email, and what somebody else has by now. */
interface IdentityBack {
  columns: { email?: null };
  changes: Change[];
  lost: NotRestoredResponse[];
}

/** @throws DomainError `student_id_in_use` with the person who has the student id now: no record is without one */
export async function identityBack(sql: Sql, { siteId, studentId, email }: Student): Promise<IdentityBack> {
  const holders = await sql.rows<Holder>(HOLDERS, [siteId, studentId, email]);
  const other = holders.find(({ has_id }) => has_id);
  if (other) throw studentIdInUse(other, studentId);
  const owner = holders.find(({ has_email }) => has_email);
  if (!owner || email === null) return { columns: {}, changes: [], lost: [] };
  const reason = `${owner.record_name} (${owner.student_id}) has this email by now and keeps it. Change it there, then give it to the restored record.`;
  return {
    columns: { email: null },
    changes: [{ field: 'email', from: email, to: null }],
    lost: [{ field: 'email', value: email, person: owner._id, reason }],
  };
}

function studentIdInUse({ _id, record_name, student_id }: Holder, wanted: string): DomainError {
  const detail = `${record_name} has the student id ${wanted} now. Give that person another student id, or delete the record, and undo the merge then.`;
  const error = { pointer: '/student', code: 'student_id_in_use', detail };
  return new DomainError('student_id_in_use', detail, { person: { _id, record_name, student_id } }, [error]);
}
