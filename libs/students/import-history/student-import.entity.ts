import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A list of students that was imported. */
@Entity('student_imports')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'student_imports_site_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'student_imports_user_1' })
export class StudentImport {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'student_imports_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'student_imports_pkey' }) id: string;
  @Column('text') type: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'undone_at', nullable: true }) undoneAt: Date | null;
  @Column('timestamptz', { name: 'emptied_at', nullable: true }) emptiedAt: Date | null;
}

/** What an import did to a student, and what its undo did. */
@Entity('student_import_rows')
@ForeignKey('StudentImport', ['siteId', 'importId'], ['siteId', 'id'], { name: 'student_import_rows_import_1' })
@Index('student_import_rows_student_1', ['siteId', 'studentId'])
@Check('student_import_rows_action_1', `action IN ('created', 'changed', 'unchanged', 'deactivated')`)
export class StudentImportRow {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'student_import_rows_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'import_id', primaryKeyConstraintName: 'student_import_rows_pkey' }) importId: string;
  @PrimaryColumn('int', { primaryKeyConstraintName: 'student_import_rows_pkey' }) position: number;
  @Column('uuid', { name: 'student_id' }) studentId: string;
  @Column('text') action: string;
  @Column('int') version: number;
  @Column('jsonb', { default: [] }) changes: unknown[];
  @Column('text', { name: 'undo_outcome', nullable: true }) undoOutcome: string | null;
  @Column('text', { name: 'undo_reason', nullable: true }) undoReason: string | null;
}
