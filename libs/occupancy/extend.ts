import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { extendOverNewPlaces } from '#libs/occupancy/structure.queries';

/**
 * Makes live bookings hold the places that a change of the tree has added.
 * @throws DomainError `location_in_use` when two bookings would hold one of them
 */
export async function extendLiveBookings(sql: Sql, siteId: string, locationIds: string[]): Promise<void> {
  await extendOverNewPlaces(sql, siteId, locationIds).catch((error: unknown) => {
    const clash = /^occupancies_/.test(sqlState(error).constraint ?? '');
    throw clash ? new DomainError('location_in_use', 'Two live bookings would hold one of the new places.') : error;
  });
}
