import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bookings sorted by location come as people count: Room 2 before Room 10. */
export class LocationsInNaturalOrder1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX locations_sort_2 ON locations (site_id, name COLLATE natural_order, id);
DROP INDEX locations_sort_1`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX locations_sort_1 ON locations (site_id, name, id);
DROP INDEX locations_sort_2`);
  }
}
