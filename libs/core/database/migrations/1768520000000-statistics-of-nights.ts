import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Estimates of lists by nights: PostgreSQL does not use the statistics of an index that has only some of the bookings. */
export class StatisticsOfNights1768520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE STATISTICS bookings_nights_1 ON (daterange(occupied_from, occupied_to)) FROM bookings');
    await runner.query('ANALYZE bookings');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP STATISTICS bookings_nights_1');
  }
}
