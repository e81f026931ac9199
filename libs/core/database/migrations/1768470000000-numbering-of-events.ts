import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Up to which entry of the queue the sequencer came. By this it knows that a crash could only repeat what it assigned. */
export class NumberingOfEvents1768470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event_numbering');
  }
}

const UP = `
CREATE TABLE event_numbering (
  id smallint CONSTRAINT event_numbering_pkey PRIMARY KEY,
  last_queued bigint NOT NULL,
  open_until bigint,
  CONSTRAINT event_numbering_id_1 CHECK (id = 1)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`;
