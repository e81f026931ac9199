import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where events are sent to, and what became of each. */
export class Webhooks1766840000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries, webhooks');
  }
}

const UP = `
CREATE TABLE webhooks (
  site_id uuid NOT NULL CONSTRAINT webhooks_site_1 REFERENCES sites (id),
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  types text[] NOT NULL DEFAULT '{}',
  role text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamptz,
  at_position bigint NOT NULL,
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0,
  resume_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT webhooks_role_1 CHECK (role IN ('viewer', 'reception', 'welfare', 'manager', 'admin')),
  CONSTRAINT webhooks_previous_1 CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CONSTRAINT webhooks_disabled_1 CHECK (disabled_reason IS NULL OR NOT enabled AND disabled_reason IN ('gone', 'failing'))
);

CREATE TABLE webhook_deliveries (
  site_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  position bigint,
  type text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  status integer,
  duration_ms integer,
  response text,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (site_id, webhook_id, id),
  CONSTRAINT webhook_deliveries_webhook_1 FOREIGN KEY (site_id, webhook_id) REFERENCES webhooks (site_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_state_1 CHECK (state IN ('waiting', 'delivered', 'failed')),
  CONSTRAINT webhook_deliveries_ended_1 CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX webhook_deliveries_due_1 ON webhook_deliveries (site_id, webhook_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_ended_2 ON webhook_deliveries (ended_at);`;
