import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { extendOverNewPlaces, findInTheWay, type SiteDay } from '#libs/occupancy/structure.queries';

/**
 * Makes live bookings and closures hold the places that a change of the tree has added.
 * @throws DomainError `location_in_use` when two of them would hold one of the places, or somebody else had it in one of the nights
 */
export async function extendLiveBookings(tx: Transaction, day: SiteDay, locationIds: string[]): Promise<void> {
  const refused = new DomainError('location_in_use', 'Two that have locations above would hold one of the new places.');
  try {
    await tx.part(async () => {
      if (!(await extendOverNewPlaces(tx, day, locationIds))) throw refused;
    });
  } catch (error) {
    if (error !== refused && !/^occupancies_/.test(sqlState(error).constraint ?? '')) throw error;
    const found = await findInTheWay(tx, day, locationIds);
    if (!found) throw refused;
    const { name, first, last, holder } = found;
    throw new DomainError(
      'location_in_use',
      `${name} would also be held for what has the location above it, but ${holder} has it from ${first} to ${last ?? 'an open end'}.`,
    );
  }
}
