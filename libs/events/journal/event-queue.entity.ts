import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of a trail that has no position in the journal yet. A trigger writes it in the transaction of the change. */
@Entity('event_queue')
@Check('event_queue_source_1', `source IN ('booking', 'audit')`)
export class QueuedEvent {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'event_queue_pkey', generated: 'identity' }) id: string;
  @Column('uuid', { name: 'site_id' }) siteId: string;
  @Column('text') source: 'booking' | 'audit';
  @Column('uuid', { name: 'event_id' }) eventId: string;
}
