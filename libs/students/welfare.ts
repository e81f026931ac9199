import type { SiteAccess } from '#libs/accounts/access/access';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import type { Change } from '#libs/students/student-changes';
import type { Student } from '#libs/students/student.entity';
import type { UpdateStudentRequest } from '#libs/students/students.dto';

type Welfare = Pick<Student, 'welfareFlag' | 'welfareStateId'>;

/** @throws DomainError `forbidden` when a caller who may not see welfare data sends some */
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
    throw new InvalidField('validation_failed', '/welfare_flag', 'must not be false together with a welfare_state');
  if (flag === false) return { welfareFlag: false, welfareStateId: null };
  return {
    welfareFlag: Boolean(state) || (flag ?? student.welfareFlag),
    welfareStateId: state === undefined ? student.welfareStateId : state,
  };
}

/** The version of a student that a caller sees: changes of welfare alone count for those who may see it. */
export const versionFor = (access: SiteAccess, { version, welfareVersion }: Student): number =>
  access.may('student.welfare') ? version + welfareVersion : version;

/** The old and the new welfare of a student; undefined when it does not change. */
export const changesOfWelfare = (before: Welfare, after: Welfare): Change[] =>
  [
    { field: 'welfare_flag', from: before.welfareFlag, to: after.welfareFlag },
    { field: 'welfare_state', from: before.welfareStateId, to: after.welfareStateId },
  ].filter(({ from, to }) => from !== to);
