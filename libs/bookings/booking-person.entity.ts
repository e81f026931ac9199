import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An additional person of a booking, in the order given. */
@Entity('booking_people')
@ForeignKey('Booking', ['siteId', 'bookingId'], ['siteId', 'id'], { name: 'booking_people_booking_1' })
@ForeignKey('Student', ['siteId', 'studentId'], ['siteId', 'id'], { name: 'booking_people_student_1' })
@Index('booking_people_student_2', ['siteId', 'studentId'])
export class BookingPerson {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'booking_people_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'booking_id', primaryKeyConstraintName: 'booking_people_pkey' }) bookingId: string;
  @PrimaryColumn('uuid', { name: 'student_id', primaryKeyConstraintName: 'booking_people_pkey' }) studentId: string;
  @Column('smallint') position: number;
}
