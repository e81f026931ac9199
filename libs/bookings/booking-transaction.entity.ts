import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { TRANSACTION_TYPES } from '#libs/bookings/booking-status';

/** One entry of the trail of a booking. Append-only: the database refuses UPDATE and DELETE. */
@Entity('booking_transactions')
@ForeignKey('Booking', ['siteId', 'bookingId'], ['siteId', 'id'], { name: 'booking_transactions_booking_1' })
@Unique('booking_transactions_id_1', ['siteId', 'id'])
@Check('booking_transactions_type_1', `type IN (${TRANSACTION_TYPES.map((type) => `'${type}'`).join(', ')})`)
@Check('booking_transactions_actor_1', `actor_type IN ('user', 'system', 'api_key')`)
@Check('booking_transactions_cause_1', `cause_kind IN ('override', 'bulk', 'import', 'undo')`)
export class BookingTransaction {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'booking_transactions_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'booking_id', primaryKeyConstraintName: 'booking_transactions_pkey' })
  bookingId: string;
  @PrimaryColumn('int', { primaryKeyConstraintName: 'booking_transactions_pkey' }) sequence: number;
  @Column('uuid') id: string;
  @Column('text') type: string;
  @Column('text', { name: 'from_status', nullable: true }) fromStatus: string | null;
  @Column('text', { name: 'to_status' }) toStatus: string;
  @Column('timestamptz', { name: 'occurred_at' }) occurredAt: Date;
  @Column('timestamptz', { name: 'recorded_at' }) recordedAt: Date;
  @Column('text', { name: 'actor_type' }) actorType: string;
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId: string | null;
  @Column('text', { name: 'actor_name' }) actorName: string;
  @Column('text', { nullable: true }) notes: string | null;
  @Column('text', { name: 'cancellation_code', nullable: true }) cancellationCode: string | null;
  @Column('text', { name: 'cancellation_reason', nullable: true }) cancellationReason: string | null;
  @Column('jsonb', { default: [] }) changes: unknown[];
  @Column('text', { name: 'cause_kind', nullable: true }) causeKind: string | null;
  @Column('uuid', { name: 'cause_id', nullable: true }) causeId: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  /** When its texts about a person were removed, because the person was erased. */
  @Column('timestamptz', { name: 'emptied_at', nullable: true }) emptiedAt: Date | null;
}
