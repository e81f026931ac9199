import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wrong passwords by account, and personal API keys with a role per site. */
export class Accounts1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key_scopes; DROP TABLE api_keys; DROP TABLE log_in_failures');
  }
}

const UP = `
CREATE TABLE log_in_failures (
  account bytea NOT NULL, failures integer NOT NULL, blocked_until timestamptz, expires_at timestamptz NOT NULL,
  CONSTRAINT log_in_failures_pkey PRIMARY KEY (account)
);
CREATE INDEX log_in_failures_expiry_1 ON log_in_failures (expires_at);

CREATE TABLE api_keys (
  id uuid NOT NULL, user_id uuid NOT NULL, name text NOT NULL, prefix text NOT NULL, key_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz, last_used_at timestamptz, ended_at timestamptz,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_1 UNIQUE (key_hash),
  CONSTRAINT api_keys_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE INDEX api_keys_user_2 ON api_keys (user_id);

CREATE TABLE api_key_scopes (
  site_id uuid NOT NULL, api_key_id uuid NOT NULL, role text NOT NULL,
  CONSTRAINT api_key_scopes_pkey PRIMARY KEY (site_id, api_key_id),
  CONSTRAINT api_key_scopes_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT api_key_scopes_key_1 FOREIGN KEY (api_key_id) REFERENCES api_keys (id),
  CONSTRAINT api_key_scopes_role_1 CHECK (role IN ('viewer', 'reception', 'welfare', 'manager', 'admin'))
);
CREATE INDEX api_key_scopes_key_2 ON api_key_scopes (api_key_id);`;
