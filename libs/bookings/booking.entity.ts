import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { type BookingStatus, STATUSES } from '#libs/bookings/booking-status';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

@Entity('bookings')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'bookings_site_1' })
@ForeignKey('Student', ['siteId', 'leadPersonId'], ['siteId', 'id'], { name: 'bookings_lead_1' })
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], { name: 'bookings_location_1' })
@ForeignKey('BlockBooking', ['siteId', 'blockBookingId'], ['siteId', 'id'], { name: 'bookings_block_1' })
@ForeignKey('CancellationCode', ['siteId', 'cancellationCode'], ['siteId', 'code'], { name: 'bookings_code_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'bookings_created_1' })
@ForeignKey('User', ['updatedBy'], ['id'], { name: 'bookings_updated_1' })
@Index('bookings_sort_1', ['siteId', 'contractStart', 'id'])
@Index('bookings_sort_2', { synchronize: false })
@Index('bookings_sort_3', ['siteId', 'createdAt', 'id'])
@Index('bookings_sort_4', ['siteId', 'updatedAt', 'id'])
@Index('bookings_status_2', ['siteId', 'status', 'contractStart', 'id'])
@Index('bookings_status_4', { synchronize: false })
@Index('bookings_status_5', ['siteId', 'status', 'createdAt', 'id'])
@Index('bookings_status_6', ['siteId', 'status', 'updatedAt', 'id'])
@Index('bookings_status_3', ['siteId', 'status', 'id'])
@Index('bookings_lead_2', ['siteId', 'leadPersonId', 'id'])
@Index('bookings_location_2', ['siteId', 'locationId', 'id'])
@Index('bookings_block_2', ['siteId', 'blockBookingId', 'id'], { where: 'block_booking_id IS NOT NULL' })
@Index('bookings_hold_1', ['siteId', 'holdUntil'], {
  where: `status = 'provisional' AND hold_until IS NOT NULL`,
})
@Index('bookings_parking_1', ['siteId', 'parkingExpiryAt'], {
  where: `parking_expiry_at IS NOT NULL AND status IN ${LIVE_IN_SQL}`,
})
@Index('bookings_departure_1', ['siteId', 'departureSlotAt'], { where: 'departure_slot_at IS NOT NULL' })
@Index('bookings_search_1', { synchronize: false })
@Index('bookings_nights_1', { synchronize: false })
@Unique('bookings_reference_1', ['siteId', 'reference'])
@Check('bookings_status_1', `status IN (${STATUSES.map((status) => `'${status}'`).join(', ')})`)
@Check('bookings_source_1', `source IN ('manual', 'bulk', 'import')`)
@Check('bookings_dates_1', 'contract_end > contract_start')
@Check('bookings_dates_2', 'occupied_to >= occupied_from')
@Check(
  'bookings_lead_3',
  `lead_person_id IS NOT NULL OR (block_booking_id IS NOT NULL AND status IN ('provisional', 'cancelled', 'void'))`,
)
@Check('bookings_turnaround_1', 'turnaround_days BETWEEN 0 AND 30')
export class Booking {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'bookings_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'bookings_pkey' }) id: string;
  @Column('text', { default: () => 'new_booking_reference()' }) reference: string;
  /** Null while a block booking has not said who comes. */
  @Column('uuid', { name: 'lead_person_id', nullable: true }) leadPersonId: string | null;
  @Column('uuid', { name: 'location_id' }) locationId: string;
  @Column('text') status: BookingStatus;
  @Column('date', { name: 'contract_start' }) contractStart: string;
  @Column('date', { name: 'contract_end', nullable: true }) contractEnd: string | null;
  @Column('date', { name: 'occupied_from' }) occupiedFrom: string;
  @Column('date', { name: 'occupied_to', nullable: true }) occupiedTo: string | null;
  @Column('int', { default: 1 }) segment: number;
  @Column('date', { name: 'segment_from' }) segmentFrom: string;
  @Column('timestamptz', { name: 'checked_in_at', nullable: true }) checkedInAt: Date | null;
  @Column('timestamptz', { name: 'checked_out_at', nullable: true }) checkedOutAt: Date | null;
  @Column('timestamptz', { name: 'cancelled_at', nullable: true }) cancelledAt: Date | null;
  @Column('timestamptz', { name: 'no_show_at', nullable: true }) noShowAt: Date | null;
  @Column('text', { name: 'cancellation_code', nullable: true }) cancellationCode: string | null;
  @Column('text', { name: 'cancellation_reason', nullable: true }) cancellationReason: string | null;
  @Column('text', { name: 'vehicle_registration', nullable: true }) vehicleRegistration: string | null;
  @Column('timestamptz', { name: 'parking_expiry_at', nullable: true }) parkingExpiryAt: Date | null;
  @Column('timestamptz', { name: 'departure_slot_at', nullable: true }) departureSlotAt: Date | null;
  @Column('timestamptz', { name: 'hold_until', nullable: true }) holdUntil: Date | null;
  @Column('timestamptz', { name: 'hold_warned_at', nullable: true }) holdWarnedAt: Date | null;
  @Column('text', { nullable: true }) notes: string | null;
  @Column('uuid', { name: 'block_booking_id', nullable: true }) blockBookingId: string | null;
  @Column('text', { default: 'manual' }) source: 'manual' | 'bulk' | 'import';
  @Column('smallint', { name: 'turnaround_days', nullable: true }) turnaroundDays: number | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('uuid', { name: 'updated_by', nullable: true }) updatedBy: string | null;
}
