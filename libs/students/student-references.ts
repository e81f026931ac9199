import type { Transaction } from '#libs/core/database/transaction';
import { InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { Student } from '#libs/students/student.entity';
import type { UpdateStudentRequest } from '#libs/students/students.dto';
import { knownIds, resolveLocation } from '#libs/students/students.queries';

/** The student, locked until the transaction ends: bookings of this person wait. @throws NotFound */
export async function lockStudent(
  tx: Transaction,
  siteId: string,
  id: string,
  { deletedToo = false } = {},
): Promise<Student> {
  const student = await tx.repository(Student).findOne({ where: { siteId, id }, lock: { mode: 'pessimistic_write' } });
  if (!student || student.erasedAt || (student.deletedAt && !deletedToo)) throw new NotFound('The student');
  return student;
}

/** The id of the location that an id, a code or a name means. @throws UnknownReference, InvalidField when several do */
export async function requireLocation(tx: Transaction, siteId: string, given: string): Promise<string> {
  const found = await resolveLocation(tx, siteId, given);
  if (found === 'unknown') throw new UnknownReference([{ pointer: '/location', what: 'location' }]);
  if (found === 'ambiguous')
    throw new InvalidField('unknown_reference', '/location', 'is the name of several locations; send an id or a code');
  return found;
}

/** @throws UnknownReference with each flag or welfare state that the site does not have */
export async function requireLists(
  tx: Transaction,
  siteId: string,
  { flags = [], welfare_state: state }: UpdateStudentRequest,
): Promise<void> {
  const knownFlags = await knownIds(tx, 'flags', siteId, flags);
  const knownStates = await knownIds(tx, 'welfare_states', siteId, state ? [state] : []);
  const errors = [
    ...flags.flatMap((id, index) => (knownFlags.has(id) ? [] : [{ pointer: `/flags/${index}`, what: 'flag' }])),
    ...(state && !knownStates.has(state) ? [{ pointer: '/welfare_state', what: 'welfare state' }] : []),
  ];
  if (errors.length > 0) throw new UnknownReference(errors);
}
