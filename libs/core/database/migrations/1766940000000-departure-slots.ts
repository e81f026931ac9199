import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Times at which people can leave, and how many at once: for a whole site or for a building. */
export class DepartureSlots1766940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SLOTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE departure_slots');
  }
}

const SLOTS = `
CREATE TABLE departure_slots (
  site_id uuid NOT NULL, id uuid NOT NULL, location_id uuid, day date NOT NULL, at timestamptz NOT NULL, capacity integer NOT NULL,
  CONSTRAINT departure_slots_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT departure_slots_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT departure_slots_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id) ON DELETE CASCADE,
  CONSTRAINT departure_slots_capacity_1 CHECK (capacity BETWEEN 1 AND 1000)
);
CREATE UNIQUE INDEX departure_slots_time_1 ON departure_slots (site_id, day, location_id, at) NULLS NOT DISTINCT;
CREATE INDEX departure_slots_location_2 ON departure_slots (site_id, location_id);`;
