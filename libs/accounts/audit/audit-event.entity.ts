import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The larger operation of which a change was a part, by its id. An undo has the id of what it reverts. */
export interface AuditCause {
  kind: 'import' | 'undo';
  id: string;
}

/** One audited change or read, with its actor. Append-only in the database. */
@Entity('audit_events')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'audit_events_site_1' })
@Index('audit_events_subject_1', ['siteId', 'subjectId', 'id'])
export class AuditEvent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'audit_events_pkey' }) id: string;
  @Column('uuid', { name: 'site_id', nullable: true }) siteId: string | null;
  @Column('timestamptz') at: Date;
  @Column('text', { name: 'actor_type' }) actorType: 'user' | 'system' | 'api_key';
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId: string | null;
  @Column('text', { name: 'actor_name' }) actorName: string;
  @Column('text') action: string;
  @Column('text', { name: 'subject_kind' }) subjectKind: string;
  @Column('uuid', { name: 'subject_id' }) subjectId: string;
  @Column('jsonb', { default: [] }) changes: { field: string; from: unknown; to: unknown }[];
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  /** The larger operation that this was a part of, such as an import, by its id. */
  @Column('text', { name: 'cause_kind', nullable: true }) causeKind: AuditCause['kind'] | null;
  @Column('uuid', { name: 'cause_id', nullable: true }) causeId: string | null;
  /** When the values of its changes were removed, because the person they are about was erased. */
  @Column('timestamptz', { name: 'emptied_at', nullable: true }) emptiedAt: Date | null;
}
