import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A flag that a booking carries, in the order given. */
@Entity('booking_flags')
@ForeignKey('Booking', ['siteId', 'bookingId'], ['siteId', 'id'], { name: 'booking_flags_booking_1' })
@ForeignKey('Flag', ['siteId', 'flagId'], ['siteId', 'id'], { name: 'booking_flags_flag_1' })
@Index('booking_flags_flag_2', ['siteId', 'flagId'])
export class BookingFlag {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'booking_flags_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'booking_id', primaryKeyConstraintName: 'booking_flags_pkey' }) bookingId: string;
  @PrimaryColumn('uuid', { name: 'flag_id', primaryKeyConstraintName: 'booking_flags_pkey' }) flagId: string;
  @Column('smallint') position: number;
}
