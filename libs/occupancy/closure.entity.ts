import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const CLOSURE_KINDS = ['maintenance', 'refurbishment', 'staff_use', 'other'] as const;
export type ClosureKind = (typeof CLOSURE_KINDS)[number];

/** A time in which a location, and everything below it, is out of service. */
@Entity('closures')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'closures_site_1' })
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], { name: 'closures_location_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'closures_created_1' })
@ForeignKey('User', ['updatedBy'], ['id'], { name: 'closures_updated_1' })
@Index('closures_sort_1', ['siteId', 'starts', 'id'])
@Index('closures_location_2', ['siteId', 'locationId', 'starts', 'id'])
@Check('closures_kind_1', `kind IN (${CLOSURE_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
@Check('closures_dates_1', 'ends >= starts')
export class Closure {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'closures_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'closures_pkey' }) id: string;
  @Column('uuid', { name: 'location_id' }) locationId: string;
  @Column('date') starts: string;
  @Column('date', { nullable: true }) ends: string | null;
  @Column('text') kind: ClosureKind;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { nullable: true }) notes: string | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('uuid', { name: 'updated_by', nullable: true }) updatedBy: string | null;
}
