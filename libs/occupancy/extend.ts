import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { extendOverNewPlaces, type SiteDay } from '#libs/occupancy/structure.queries';

const inUse = () => new DomainError('location_in_use', 'Two live bookings would hold one of the new places.');

/**
 * Makes live bookings hold the places that a change of the tree has added.
 * @throws DomainError `location_in_use` when two bookings would hold one of them, or somebody else had it in one of the nights
 */
export async function extendLiveBookings(sql: Sql, day: SiteDay, locationIds: string[]): Promise<void> {
  const extended = await extendOverNewPlaces(sql, day, locationIds).catch((error: unknown) => {
    throw /^occupancies_/.test(sqlState(error).constraint ?? '') ? inUse() : error;
  });
  if (!extended) throw inUse();
}
