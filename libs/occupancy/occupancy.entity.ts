import { Check, Column, Entity, Exclusion, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A place (one slot of a location) that a booking holds for a range of nights. PostgreSQL lets no two live rows of a place overlap. */
@Entity('occupancies')
@ForeignKey('Booking', ['siteId', 'bookingId'], ['siteId', 'id'], {
  name: 'occupancies_booking_1',
  deferrable: 'INITIALLY DEFERRED',
})
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], { name: 'occupancies_location_1' })
@Index('occupancies_one_in_house_1', ['siteId', 'locationId', 'slot'], { unique: true, where: 'in_house' })
@Check('occupancies_in_house_1', 'live OR NOT in_house')
@Exclusion(
  'occupancies_no_overlap_1',
  'USING gist (location_id WITH =, slot WITH =, period WITH &&, site_id WITH =) WHERE (live)',
)
export class Occupancy {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'occupancies_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'booking_id', primaryKeyConstraintName: 'occupancies_pkey' }) bookingId: string;
  @PrimaryColumn('int', { primaryKeyConstraintName: 'occupancies_pkey' }) segment: number;
  @PrimaryColumn('uuid', { name: 'location_id', primaryKeyConstraintName: 'occupancies_pkey' }) locationId: string;
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'occupancies_pkey' }) slot: number;
  @Column('daterange') period: string;
  @Column('boolean') live: boolean;
  @Column('boolean', { name: 'in_house' }) inHouse: boolean;
}
