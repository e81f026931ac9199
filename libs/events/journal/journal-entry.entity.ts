import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** The position of a trail entry in the one order of all entries. Its content is in the trail. Append-only. */
@Entity('event_journal')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'event_journal_site_1' })
@Unique('event_journal_event_1', ['eventId'])
@Index('event_journal_site_2', ['siteId', 'position'])
@Index('event_journal_subject_1', ['siteId', 'subjectId', 'position'])
@Check('event_journal_source_1', `source IN ('booking', 'audit')`)
export class JournalEntry {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'event_journal_pkey' }) position: string;
  @Column('uuid', { name: 'site_id' }) siteId: string;
  @Column('text') source: 'booking' | 'audit';
  @Column('uuid', { name: 'event_id' }) eventId: string;
  @Column('text') kind: string;
  @Column('uuid', { name: 'subject_id' }) subjectId: string;
  @Column('text') type: string;
  /** False for what only read something, which the feed does not show. */
  @Column('boolean', { name: 'is_change' }) isChange: boolean;
  @Column('timestamptz', { name: 'recorded_at' }) recordedAt: Date;
  /** The hash of what the trail says. */
  @Column('bytea') digest: Buffer;
  /** The hash of this entry and of the one before it in the same site. */
  @Column('bytea') chain: Buffer;
}
