import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

export const DOCUMENT_KINDS = ['students', 'booking'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const JOB_STATES = ['waiting', 'active', 'completed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A document that somebody asked for. The row is the truth; the queue only says that there is one. */
@Entity('document_jobs')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'document_jobs_site_1' })
@ForeignKey('User', ['requestedBy'], ['id'], { name: 'document_jobs_user_1' })
@Unique('document_jobs_id_1', ['id'])
@Index('document_jobs_age_1', ['createdAt'])
@Check('document_jobs_kind_1', `kind IN ('students', 'booking')`)
@Check('document_jobs_state_1', `state IN ('waiting', 'active', 'completed', 'failed')`)
export class DocumentJob {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'document_jobs_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_jobs_pkey' }) id: string;
  @Column('text') kind: DocumentKind;
  @Column('jsonb') parameters: object;
  @Column('uuid', { name: 'requested_by' }) requestedBy: string;
  @Column('text', { default: 'waiting' }) state: JobState;
  @Column('int', { name: 'progress_done', default: 0 }) progressDone: number;
  @Column('int', { name: 'progress_total', nullable: true }) progressTotal: number | null;
  @Column('text', { name: 'progress_stage', nullable: true }) progressStage: string | null;
  @Column('text', { name: 'object_key', nullable: true }) objectKey: string | null;
  @Column('int', { nullable: true }) bytes: number | null;
  @Column('text', { nullable: true }) etag: string | null;
  @Column('jsonb', { nullable: true }) problem: object | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
}
