import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A preview with its rows, so that it can be committed without sending them again. Kept for a day. */
@Entity('import_previews')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'import_previews_site_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'import_previews_user_1' })
@Index('import_previews_created_1', ['createdAt'])
export class ImportPreview {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'import_previews_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'import_previews_pkey' }) id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** JSON, packed. */
  @Column('bytea') rows: Buffer;
  @Column('jsonb', { default: {} }) declared: object;
}

/** What somebody declared about a file, for the next one with the same headers. */
@Entity('import_mappings')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'import_mappings_site_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'import_mappings_user_1' })
@Unique('import_mappings_header_key_1', ['siteId', 'headerKey'])
export class ImportMapping {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'import_mappings_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'import_mappings_pkey' }) id: string;
  @Column('jsonb') headers: string[];
  @Column('text', { name: 'header_key' }) headerKey: string;
  @Column('jsonb') declared: object;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
