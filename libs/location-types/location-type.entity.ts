import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';

export const CLEANING_TYPES = ['daily', 'weekly', 'monthly', 'routine', 'on_vacancy', 'on_zone_empty'] as const;
export type CleaningType = (typeof CLEANING_TYPES)[number];

@Entity('location_types')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'location_types_site_1' })
@ForeignKey('LocationType', ['siteId', 'parentId'], ['siteId', 'id'], { name: 'location_types_parent_1' })
@Index('location_types_name_1', { synchronize: false })
@Check(
  'location_types_cleaning_1',
  `cleaning_type IN ('daily', 'weekly', 'monthly', 'routine', 'on_vacancy', 'on_zone_empty')`,
)
@Check('location_types_turnaround_1', 'turnaround_days BETWEEN 0 AND 30')
export class LocationType {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'location_types_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'location_types_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text') colour: string;
  @Column('uuid', { name: 'parent_id', nullable: true }) parentId: string | null;
  @Column('text', { name: 'cleaning_type', nullable: true }) cleaningType: CleaningType | null;
  @Column('boolean', { name: 'can_be_allocated_to_bookings' }) canBeAllocatedToBookings: boolean;
  @Column('smallint', { name: 'turnaround_days', default: 0 }) turnaroundDays: number;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
