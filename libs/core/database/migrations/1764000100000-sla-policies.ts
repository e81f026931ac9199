import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * SLA policies and the holidays of a site. That a category is in at most one enabled policy is a constraint here:
 * `sla_policy_categories_covered_1`. A row of `sla_policy_categories` is enabled when its policy is, because its foreign
 * key says so.
 */
export class SlaPolicies1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SLA_POLICIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}

const SLA_POLICIES = `
ALTER TABLE sites ADD COLUMN holidays jsonb NOT NULL DEFAULT '[]';

CREATE TABLE sla_policies (
  site_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, enabled boolean NOT NULL DEFAULT true,
  first_response_minutes integer, resolution_minutes integer, escalation_minutes integer,
  business_hours_only boolean NOT NULL DEFAULT false, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  CONSTRAINT sla_policies_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT sla_policies_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT sla_policies_created_1 FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT sla_policies_enabled_1 UNIQUE (site_id, id, enabled),
  CONSTRAINT sla_policies_targets_1 CHECK (first_response_minutes > 0 AND resolution_minutes > 0 AND escalation_minutes > 0),
  CONSTRAINT sla_policies_targets_2 CHECK (greatest(first_response_minutes, escalation_minutes) <= resolution_minutes)
);

CREATE TABLE sla_policy_categories (
  site_id uuid NOT NULL, policy_id uuid NOT NULL, category_id uuid NOT NULL, position smallint NOT NULL, enabled boolean NOT NULL,
  CONSTRAINT sla_policy_categories_pkey PRIMARY KEY (site_id, policy_id, category_id),
  CONSTRAINT sla_policy_categories_policy_1 FOREIGN KEY (site_id, policy_id, enabled) REFERENCES sla_policies (site_id, id, enabled),
  CONSTRAINT sla_policy_categories_category_1 FOREIGN KEY (site_id, category_id) REFERENCES categories (site_id, id)
);
CREATE UNIQUE INDEX sla_policy_categories_covered_1 ON sla_policy_categories (site_id, category_id) WHERE enabled;
CREATE INDEX sla_policy_categories_category_2 ON sla_policy_categories (site_id, category_id);`;

const DROP = `
DROP TABLE sla_policy_categories, sla_policies;
ALTER TABLE sites DROP COLUMN holidays;`;
