import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The logo of a site, as a PNG. */
@Entity('site_logos')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'site_logos_site_1' })
export class SiteLogo {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'site_logos_pkey' }) siteId: string;
  @Column('bytea') png: Buffer;
}
