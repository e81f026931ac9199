import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trails say every change of a booking from now on: which of that stays when a person is erased, and since when a site has it all. */
export class History1766900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sites ADD COLUMN history_since timestamptz');
    await runner.query('UPDATE sites SET history_since = now()');
    await runner.query(keeping([...BEFORE, ...ADDED]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keeping(BEFORE));
    await runner.query('ALTER TABLE sites DROP COLUMN history_since');
  }
}

const BEFORE = [
  'lead_person',
  'additional_people',
  'location',
  'contract_start',
  'contract_end',
  'parking_expiry_at',
  'departure_slot_at',
  'flags',
];
const ADDED = [
  'reference',
  'occupied_from',
  'occupied_to',
  'planned_move',
  'checked_in_at',
  'checked_out_at',
  'cancelled_at',
  'no_show_at',
  'cancellation_code',
  'turnaround_days',
  'block_booking',
  'hold_until',
  'source',
];

const keeping = (fields: string[]): string => `
CREATE OR REPLACE FUNCTION stays_in_trail() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  ARRAY[${fields.map((field) => `'${field}'`).join(', ')}];`;
