import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A committed import of bookings; its id is that of its job. */
@Entity('imports')
@ForeignKey('Job', ['siteId', 'id'], ['siteId', 'id'], { name: 'imports_job_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'imports_user_1' })
@ForeignKey('ApiKey', ['apiKeyId'], ['id'], { name: 'imports_api_key_1' })
@Unique('imports_key_1', ['siteId', 'userId', 'key'])
export class Import {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'imports_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'imports_pkey' }) id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') key: string;
  @Column('text') fingerprint: string;
  @Column('text') role: string;
  @Column('uuid', { name: 'api_key_id', nullable: true }) apiKeyId: string | null;
  @Column('text', { name: 'key_role', nullable: true }) keyRole: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'undone_at', nullable: true }) undoneAt: Date | null;
  @Column('jsonb', { name: 'undo_answer', nullable: true }) undoAnswer: object | null;
  @Column('timestamptz', { name: 'emptied_at', nullable: true }) emptiedAt: Date | null;
  /** How the file writes days. */
  @Column('jsonb', { default: { dateOrder: null, yearPlace: null, countsFrom1900: false } }) dates: object;
  /** What words about stays were declared to say. */
  @Column('jsonb', { name: 'status_words', default: {} }) statusWords: object;
  @Column('uuid', { name: 'undo_job_id', nullable: true }) undoJobId: string | null;
  @Column('uuid', { name: 'undo_user_id', nullable: true }) undoUserId: string | null;
  @Column('text', { name: 'undo_role', nullable: true }) undoRole: string | null;
  @Column('uuid', { name: 'undo_api_key_id', nullable: true }) undoApiKeyId: string | null;
  @Column('text', { name: 'undo_key_role', nullable: true }) undoKeyRole: string | null;
}

/** A row of an import, as it came and what became of it. */
@Entity('import_rows')
@ForeignKey('Import', ['siteId', 'importId'], ['siteId', 'id'], { name: 'import_rows_import_1' })
@Check('import_rows_outcome_1', `outcome IN ('created', 'updated', 'skipped', 'failed')`)
export class ImportRow {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'import_rows_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'import_id', primaryKeyConstraintName: 'import_rows_pkey' }) importId: string;
  @PrimaryColumn('int', { primaryKeyConstraintName: 'import_rows_pkey' }) position: number;
  @Column('int', { name: 'row_index' }) rowIndex: number;
  @Column('jsonb') cells: object;
  @Column('jsonb', { nullable: true }) resolution: object | null;
  @Column('text', { nullable: true }) outcome: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('uuid', { name: 'booking_id', nullable: true }) bookingId: string | null;
  @Column('int', { name: 'booking_version', nullable: true }) bookingVersion: number | null;
  @Column('uuid', { name: 'person_id', nullable: true }) personId: string | null;
  @Column('boolean', { name: 'person_created', default: false }) personCreated: boolean;
  @Column('uuid', { name: 'overridden_booking_id', nullable: true }) overriddenBookingId: string | null;
  @Column('jsonb', { default: [] }) changes: unknown[];
  @Column('jsonb', { default: [] }) issues: unknown[];
  @Column('text', { name: 'undo_outcome', nullable: true }) undoOutcome: string | null;
  @Column('text', { name: 'undo_reason', nullable: true }) undoReason: string | null;
  @Column('text', { name: 'undo_person_outcome', nullable: true }) undoPersonOutcome: string | null;
}
