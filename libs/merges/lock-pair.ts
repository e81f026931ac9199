import { lockBookings } from '#libs/bookings/bookings.queries';
import type { Transaction } from '#libs/core/database/transaction';
import { NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { bookingsOf, lockMerges, lockPeople } from '#libs/merges/merges.queries';
import { lockStudent } from '#libs/students/student-references';

/**
 * Locks the bookings of both and then the people, as every change of bookings does. Once the people are locked nobody
 * can be booked, and the bookings that came in until then are locked, too.
 * @throws NotFound for the record that is kept, UnknownReference for the other
 */
export async function lockPair(tx: Transaction, siteId: string, keptId: string, mergedId: string) {
  if (!isId(mergedId)) throw unknownStudent();
  await lockMerges(tx, siteId);
  const ids = async () => [...(await bookingsOf(tx, siteId, keptId)), ...(await bookingsOf(tx, siteId, mergedId))];
  await lockBookings(tx, siteId, [...new Set(await ids())]);
  await lockPeople(tx, siteId, [keptId, mergedId]);
  await lockBookings(tx, siteId, [...new Set(await ids())]);
  const kept = await lockStudent(tx, siteId, keptId);
  const merged = await lockStudent(tx, siteId, mergedId, { deletedToo: true }).catch((error: unknown) => {
    throw error instanceof NotFound ? unknownStudent() : error;
  });
  return { kept, merged };
}

export const unknownStudent = (): UnknownReference => new UnknownReference([{ pointer: '/student', what: 'person' }]);
