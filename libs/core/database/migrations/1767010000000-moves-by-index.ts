import { ConcurrentIndexes } from '#libs/core/database/concurrent-indexes';

/** The moves to another room are found by their day. */
export class MovesByIndex1767010000000 extends ConcurrentIndexes {
  protected readonly indexes = {
    occupancies_moves_1: 'occupancies (site_id, lower(period)) WHERE live AND segment > 1',
  };
}
