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

@Entity('locations')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'locations_site_1' })
@ForeignKey('LocationType', ['siteId', 'locationTypeId'], ['siteId', 'id'], { name: 'locations_type_1' })
@ForeignKey('Location', ['siteId', 'parentId'], ['siteId', 'id'], { name: 'locations_parent_1' })
@Index('locations_code_1', { synchronize: false })
@Index('locations_name_1', { synchronize: false })
@Index('locations_search_1', { synchronize: false })
@Index('locations_sort_2', { synchronize: false })
@Index('locations_parent_2', ['siteId', 'parentId'])
@Index('locations_type_2', ['siteId', 'locationTypeId'])
@Check('locations_capacity_1', `capacity BETWEEN 1 AND 100`)
export class Location {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'locations_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'locations_pkey' }) id: string;
  @Column({ type: 'text', collation: 'und-x-icu' }) name: string;
  @Column('text', { nullable: true }) code: string | null;
  @Column('uuid', { name: 'location_type_id' }) locationTypeId: string;
  @Column('uuid', { name: 'parent_id', nullable: true }) parentId: string | null;
  @Column('text', { nullable: true }) floor: string | null;
  @Column('smallint', { default: 1 }) capacity: number;
  @Column('boolean', { default: true }) active: boolean;
  /** Whether it and everything above it is active; a trigger keeps it so. */
  @Column({ type: 'boolean', default: true, update: false, insert: false }) open: boolean;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
