import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People become members by accepting an invitation, can be suspended in a site, and keep no API key for ever. */
export class Invitations1765700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [INVITATIONS, SUSPENDED, KEYS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invitations, suspended_members; ALTER TABLE api_keys DROP COLUMN warned_at');
  }
}

const ROLES = `('viewer', 'reception', 'welfare', 'manager', 'admin')`;

const INVITATIONS = `
CREATE TABLE invitations (
  id uuid NOT NULL, site_id uuid NOT NULL, email text NOT NULL, first_name text, last_name text, role text NOT NULL,
  token_hash bytea NOT NULL, invited_by uuid, inviter_name text NOT NULL, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
  accepted_at timestamptz, ended_at timestamptz, user_id uuid, mail_id uuid,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_token_1 UNIQUE (token_hash),
  CONSTRAINT invitations_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT invitations_inviter_1 FOREIGN KEY (invited_by) REFERENCES users (id),
  CONSTRAINT invitations_user_1 FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT invitations_role_1 CHECK (role IN ${ROLES})
);
CREATE UNIQUE INDEX invitations_open_1 ON invitations (site_id, lower(email)) WHERE accepted_at IS NULL AND ended_at IS NULL;
CREATE INDEX invitations_email_1 ON invitations (lower(email)) WHERE accepted_at IS NULL AND ended_at IS NULL;
CREATE INDEX invitations_expiry_1 ON invitations (expires_at);`;

// Apart from memberships: whatever asks for a membership, now or later, finds none of somebody who is suspended.
const SUSPENDED = `
CREATE TABLE suspended_members (
  site_id uuid NOT NULL, user_id uuid NOT NULL, role text NOT NULL, version integer NOT NULL, created_at timestamptz NOT NULL,
  suspended_at timestamptz NOT NULL,
  CONSTRAINT suspended_members_pkey PRIMARY KEY (site_id, user_id),
  CONSTRAINT suspended_members_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT suspended_members_user_1 FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT suspended_members_role_1 CHECK (role IN ${ROLES})
);
CREATE INDEX suspended_members_user_2 ON suspended_members (user_id);`;

const KEYS = `
ALTER TABLE api_keys ADD COLUMN warned_at timestamptz;
UPDATE api_keys SET expires_at = least(coalesce(expires_at, 'infinity'), now() + interval '365 days') WHERE ended_at IS NULL;`;
