import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports know the API key that began them, and forget in time what their rows said. */
export class ImportsForget1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
DROP FUNCTION issues_without_texts(jsonb);
ALTER TABLE imports DROP COLUMN api_key_id, DROP COLUMN key_role, DROP COLUMN emptied_at`);
  }
}

const UP = `
ALTER TABLE imports ADD COLUMN api_key_id uuid, ADD COLUMN key_role text, ADD COLUMN emptied_at timestamptz;
ALTER TABLE imports ADD CONSTRAINT imports_api_key_1 FOREIGN KEY (api_key_id) REFERENCES api_keys (id);

-- What remains of the issues of a row when nobody is to be told by them any more.
CREATE FUNCTION issues_without_texts(jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(jsonb_agg(issue || '{"message": "The text was removed.", "value": null, "suggestion": null}' ORDER BY n), '[]')
  FROM jsonb_array_elements($1) WITH ORDINALITY AS i (issue, n));`;
