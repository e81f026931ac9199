import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that were promised are rows until they are sent: what promises one writes it in its own transaction. */
export class OutgoingMails1765800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE TABLE outgoing_mails (
  id uuid NOT NULL CONSTRAINT outgoing_mails_pkey PRIMARY KEY,
  user_id uuid NULL CONSTRAINT outgoing_mails_user_1 REFERENCES users (id),
  kind text NOT NULL,
  sealed bytea NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT outgoing_mails_state_1 CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  give_up_at timestamptz NOT NULL,
  reason text NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz NULL,
  CONSTRAINT outgoing_mails_ended_1 CHECK ((state = 'waiting') = (ended_at IS NULL) AND (state = 'waiting') = (sealed IS NOT NULL))
);
CREATE INDEX outgoing_mails_due_1 ON outgoing_mails (next_at) WHERE state = 'waiting';
CREATE INDEX outgoing_mails_user_2 ON outgoing_mails (user_id, created_at);
CREATE INDEX outgoing_mails_ended_2 ON outgoing_mails (ended_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outgoing_mails');
  }
}
