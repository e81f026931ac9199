import { ConcurrentIndexes } from '#libs/core/database/concurrent-indexes';

/** The parking permits of live bookings are found by their end. */
export class PermitsByIndex1766990000000 extends ConcurrentIndexes {
  protected readonly indexes = {
    bookings_parking_1: `bookings (site_id, parking_expiry_at)
      WHERE parking_expiry_at IS NOT NULL AND status IN ('provisional', 'confirmed', 'checked_in')`,
  };
}
