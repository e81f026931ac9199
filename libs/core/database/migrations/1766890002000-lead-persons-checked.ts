import type { MigrationInterface, QueryRunner } from 'typeorm';

/** That the bookings that were there before have a lead person is checked, while others go on reading and writing. */
export class LeadPersonsChecked1766890002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bookings VALIDATE CONSTRAINT bookings_lead_3');
  }

  /** A constraint that has been checked stays so. */
  async down(): Promise<void> {}
}
