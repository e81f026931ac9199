import { Check, Column, Entity, Exclusion, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A place (one slot of a location) that a booking holds, or held, for a range of nights, or that a closure keeps free of
 * bookings. PostgreSQL lets no two live rows of a place overlap, in the past as in the future. Not live are the rows of
 * bookings that were cancelled, voided or not used.
 */
@Index('occupancies_nights_1', { synchronize: false })
@Index('occupancies_late_1', { synchronize: false })
@Index('occupancies_moves_1', { synchronize: false })
@Entity('occupancies')
@ForeignKey('Closure', ['siteId', 'closureId'], ['siteId', 'id'], { name: 'occupancies_closure_1' })
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], { name: 'occupancies_location_1' })
@Index('occupancies_one_in_house_1', ['siteId', 'locationId', 'slot'], { unique: true, where: 'in_house' })
@Check('occupancies_in_house_1', 'live OR NOT in_house')
@Check('occupancies_closure_2', 'closure_id IS NULL OR closure_id = booking_id AND NOT in_house')
@Check('occupancies_turnaround_1', 'turnaround BETWEEN 0 AND 30')
@Exclusion(
  'occupancies_no_overlap_1',
  'USING gist (location_id WITH =, slot WITH =, period WITH &&, site_id WITH =) WHERE (live)',
)
export class Occupancy {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'occupancies_pkey' }) siteId: string;
  /** The booking, or the closure; a trigger checks that there is such a booking. */
  @PrimaryColumn('uuid', { name: 'booking_id', primaryKeyConstraintName: 'occupancies_pkey' }) bookingId: string;
  @PrimaryColumn('int', { primaryKeyConstraintName: 'occupancies_pkey' }) segment: number;
  @PrimaryColumn('uuid', { name: 'location_id', primaryKeyConstraintName: 'occupancies_pkey' }) locationId: string;
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'occupancies_pkey' }) slot: number;
  /** The nights, with those for cleaning at the end. */
  @Column('daterange') period: string;
  @Column('boolean') live: boolean;
  @Column('boolean', { name: 'in_house' }) inHouse: boolean;
  @Column('uuid', { name: 'closure_id', nullable: true }) closureId: string | null;
  /** The location of the stay, where that is a whole with this place in it. */
  @Column('uuid', { name: 'part_of', nullable: true }) partOf: string | null;
  /** How many of the nights, at the end, are for cleaning. */
  @Column('smallint', { default: 0 }) turnaround: number;
  /** How many they were before the return of its own booking, or an exchange of rooms, shortened them; null if nothing did. */
  @Column('smallint', { name: 'full_turnaround', nullable: true }) fullTurnaround: number | null;
  /** The nights that it had before a check-out that is dated before the move to the next room, and how many were for cleaning. */
  @Column('daterange', { nullable: true }) uncut: string | null;
  @Column('smallint', { name: 'uncut_turnaround', nullable: true }) uncutTurnaround: number | null;
}
