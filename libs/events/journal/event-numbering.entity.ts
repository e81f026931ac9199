import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the sequencer came, in one row, which the first run writes. */
@Entity('event_numbering')
@Check('event_numbering_id_1', 'id = 1')
export class EventNumbering {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'event_numbering_pkey' }) id: number;
  /** The highest id of the queue that was given a position. */
  @Column('bigint', { name: 'last_queued' }) lastQueued: string;
  /** Transactions up to this one may still commit lower ids; null if there are none. */
  @Column('bigint', { name: 'open_until', nullable: true }) openUntil: string | null;
}
