import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const DOCUMENT_KINDS = [
  'students',
  'booking',
  'roll_call',
  'rooming_list',
  'departures',
  'subject_data',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What the job is called that makes a document. */
export const jobKindOf = (kind: DocumentKind): string => `${kind}_document`;

/** A requested document: its order, and where the file is. Its id is that of its job. */
@Entity('documents')
@ForeignKey('Job', ['siteId', 'id'], ['siteId', 'id'], { name: 'documents_job_1' })
@ForeignKey('User', ['requestedBy'], ['id'], { name: 'documents_user_1' })
@Index('documents_age_1', ['createdAt'])
@Check('documents_kind_3', `kind IN ('students', 'booking', 'roll_call', 'rooming_list', 'departures', 'subject_data')`)
export class Document {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'documents_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'documents_pkey' }) id: string;
  @Column('text') kind: DocumentKind;
  @Column('jsonb') parameters: object;
  @Column('uuid', { name: 'requested_by' }) requestedBy: string;
  @Column('text', { name: 'object_key', nullable: true }) objectKey: string | null;
  @Column('int', { nullable: true }) bytes: number | null;
  @Column('text', { nullable: true }) etag: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
