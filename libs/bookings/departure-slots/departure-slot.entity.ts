import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A time at which people can leave, and how many at once. Who leaves then is said by bookings, and is not stored here. */
@Entity('departure_slots')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'departure_slots_site_1' })
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], {
  name: 'departure_slots_location_1',
  onDelete: 'CASCADE',
})
@Index('departure_slots_time_1', { synchronize: false })
@Index('departure_slots_location_2', ['siteId', 'locationId'])
@Check('departure_slots_capacity_1', 'capacity BETWEEN 1 AND 1000')
export class DepartureSlot {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'departure_slots_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'departure_slots_pkey' }) id: string;
  /** Null: of the whole site. */
  @Column('uuid', { name: 'location_id', nullable: true }) locationId: string | null;
  /** The date of the site on which it is. */
  @Column('date') day: string;
  @Column('timestamptz') at: Date;
  @Column('int') capacity: number;
}
