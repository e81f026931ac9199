import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Somebody who waits for a place. Its state follows from its booking and its dates, and is not stored. */
@Entity('waiting_entries')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'waiting_entries_site_1' })
@ForeignKey('Student', ['siteId', 'studentId'], ['siteId', 'id'], { name: 'waiting_entries_student_1' })
@ForeignKey('LocationType', ['siteId', 'locationTypeId'], ['siteId', 'id'], {
  name: 'waiting_entries_type_1',
  onDelete: 'CASCADE',
})
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], {
  name: 'waiting_entries_location_1',
  onDelete: 'CASCADE',
})
@ForeignKey('Booking', ['siteId', 'bookingId'], ['siteId', 'id'], { name: 'waiting_entries_booking_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'waiting_entries_created_1' })
@ForeignKey('User', ['updatedBy'], ['id'], { name: 'waiting_entries_updated_1' })
@Index('waiting_entries_queue_1', ['siteId', 'priority', 'since', 'id'])
@Index('waiting_entries_student_2', ['siteId', 'studentId'])
@Index('waiting_entries_booking_2', ['siteId', 'bookingId'])
@Index('waiting_entries_type_2', ['siteId', 'locationTypeId'])
@Index('waiting_entries_location_2', ['siteId', 'locationId'])
@Check('waiting_entries_who_1', 'num_nonnulls(student_id, name) = 1')
@Check('waiting_entries_dates_1', 'ends > starts')
export class WaitingEntry {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'waiting_entries_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'waiting_entries_pkey' }) id: string;
  @Column('uuid', { name: 'student_id', nullable: true }) studentId: string | null;
  @Column('text', { nullable: true }) name: string | null;
  @Column('text', { nullable: true }) contact: string | null;
  @Column('uuid', { name: 'location_type_id' }) locationTypeId: string;
  /** What the place has to be in: a building, a floor or a flat. */
  @Column('uuid', { name: 'location_id', nullable: true }) locationId: string | null;
  @Column('date') starts: string;
  @Column('date', { nullable: true }) ends: string | null;
  @Column('timestamptz') since: Date;
  @Column('smallint') priority: number;
  @Column('text', { nullable: true }) notes: string | null;
  /** The booking that it was last offered. */
  @Column('uuid', { name: 'booking_id', nullable: true }) bookingId: string | null;
  @Column('timestamptz', { name: 'withdrawn_at', nullable: true }) withdrawnAt: Date | null;
  /** When a place became free that it could have, and which. */
  @Column('timestamptz', { name: 'freed_at', nullable: true }) freedAt: Date | null;
  @Column('uuid', { name: 'freed_location_id', nullable: true }) freedLocationId: string | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('uuid', { name: 'updated_by', nullable: true }) updatedBy: string | null;
}
