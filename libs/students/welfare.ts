import { InvalidField } from '#libs/core/errors/domain-error';
import type { Student } from '#libs/students/student.entity';
import type { UpdateStudentRequest } from '#libs/students/students.dto';

type Welfare = Pick<Student, 'welfareFlag' | 'welfareStateId'>;

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

export function changesOf(before: Welfare, after: Welfare): { field: string; from: unknown; to: unknown }[] {
  return [
    { field: 'welfare_flag', from: before.welfareFlag, to: after.welfareFlag },
    { field: 'welfare_state', from: before.welfareStateId, to: after.welfareStateId },
  ].filter(({ from, to }) => from !== to);
}
