import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('block_bookings')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'block_bookings_site_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'block_bookings_user_1' })
@Index('block_bookings_search_1', { synchronize: false })
@Index('block_bookings_name_1', { synchronize: false })
export class BlockBooking {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'block_bookings_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'block_bookings_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) notes: string | null;
  /** Until when it is held; also for bookings that are added later. */
  @Column('timestamptz', { name: 'hold_until', nullable: true }) holdUntil: Date | null;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt: Date;
}
