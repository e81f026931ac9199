import { ConcurrentIndexes } from '#libs/core/database/concurrent-indexes';

/** People of one name and date of birth are found by it. */
export class BirthsByIndex1766970001000 extends ConcurrentIndexes {
  protected readonly indexes = {
    students_birth_1: 'students (site_id, date_of_birth, name_key) WHERE date_of_birth IS NOT NULL',
  };
}
