import type { Caller, SiteAccess } from '#libs/accounts/access';
import { recordAudit } from '#libs/accounts/audit';
import type { Sql } from '#libs/core/database/database';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import type { Student } from '#libs/students/student.entity';
import type { UpdateStudentRequest } from '#libs/students/students.dto';

type Welfare = Pick<Student, 'welfareFlag' | 'welfareStateId'>;

/** @throws DomainError `forbidden` when welfare is sent by somebody who may not even see it */
export function requireWelfarePermission(
  access: SiteAccess,
  { welfare_flag, welfare_state }: UpdateStudentRequest,
): void {
  const permission = 'student.welfare';
  if ((welfare_flag === undefined && welfare_state === undefined) || access.may(permission)) return;
  throw new DomainError('forbidden', `Welfare fields need the permission ${permission}.`, {
    required_permission: permission,
  });
}

/**
 * Flag and state after a request: a state sets the flag, clearing the flag clears the state.
 * @throws InvalidField when both are sent and contradict each other
 */
export function welfareOf(
  student: Welfare,
  { welfare_flag: flag, welfare_state: state }: UpdateStudentRequest,
): Welfare {
  if (flag === false && state)
    throw new InvalidField('validation_failed', '/welfare_flag', 'must not be false beside a welfare_state');
  if (flag === false) return { welfareFlag: false, welfareStateId: null };
  const welfareStateId = state === undefined ? student.welfareStateId : state;
  return {
    welfareFlag: Boolean(state) || (flag ?? student.welfareFlag),
    welfareStateId: welfareStateId?.toLowerCase() ?? null,
  };
}

/** Writes down who moved a student's welfare from what to what; nothing when it stayed. */
export async function recordWelfareMove(
  sql: Sql,
  caller: Caller,
  at: Date,
  student: Student,
  after: Welfare,
): Promise<void> {
  const changes = [
    { field: 'welfare_flag', from: student.welfareFlag, to: after.welfareFlag },
    { field: 'welfare_state', from: student.welfareStateId, to: after.welfareStateId },
  ].filter(({ from, to }) => from !== to);
  if (changes.length === 0) return;
  const subject = { siteId: student.siteId, subjectKind: 'student' as const, subjectId: student.id };
  await recordAudit(sql, caller, at, { ...subject, action: 'student.welfare_changed', changes });
}
