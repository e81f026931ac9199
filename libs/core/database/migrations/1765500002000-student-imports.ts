import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What imports of students did to whom, to be read and undone. */
export class StudentImports1765500002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE TABLE student_imports (
  site_id uuid NOT NULL, id uuid NOT NULL, type text NOT NULL, user_id uuid NOT NULL, created_at timestamptz NOT NULL,
  undone_at timestamptz, emptied_at timestamptz,
  CONSTRAINT student_imports_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT student_imports_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT student_imports_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE TABLE student_import_rows (
  site_id uuid NOT NULL, import_id uuid NOT NULL, position integer NOT NULL, student_id uuid NOT NULL, action text NOT NULL,
  version integer NOT NULL, changes jsonb NOT NULL DEFAULT '[]', undo_outcome text, undo_reason text,
  CONSTRAINT student_import_rows_pkey PRIMARY KEY (site_id, import_id, position),
  CONSTRAINT student_import_rows_import_1 FOREIGN KEY (site_id, import_id) REFERENCES student_imports (site_id, id),
  CONSTRAINT student_import_rows_action_1 CHECK (action IN ('created', 'changed', 'unchanged', 'deactivated'))
);
CREATE INDEX student_import_rows_student_1 ON student_import_rows (site_id, student_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE student_import_rows, student_imports');
  }
}
