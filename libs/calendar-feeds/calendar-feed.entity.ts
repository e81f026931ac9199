import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A calendar with a secret link. Only the hash of the link's token is stored. */
@Entity('calendar_feeds')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'calendar_feeds_site_1' })
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], {
  name: 'calendar_feeds_location_1',
  onDelete: 'CASCADE',
})
@ForeignKey('Student', ['siteId', 'studentId'], ['siteId', 'id'], { name: 'calendar_feeds_student_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'calendar_feeds_user_1' })
@Unique('calendar_feeds_token_1', ['tokenHash'])
@Index('calendar_feeds_location_2', ['siteId', 'locationId'])
@Index('calendar_feeds_student_2', ['siteId', 'studentId'])
@Index('calendar_feeds_user_2', ['createdBy'])
@Check('calendar_feeds_subject_1', 'num_nonnulls(location_id, student_id) = 1')
export class CalendarFeed {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'calendar_feeds_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'calendar_feeds_pkey' }) id: string;
  @Column('uuid', { name: 'location_id', nullable: true }) locationId: string | null;
  @Column('uuid', { name: 'student_id', nullable: true }) studentId: string | null;
  @Column('boolean', { name: 'with_names' }) withNames: boolean;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  @Column('uuid', { name: 'created_by' }) createdBy: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_read_at', nullable: true }) lastReadAt: Date | null;
}
