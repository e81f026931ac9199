import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';

@Entity('cancellation_codes')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'cancellation_codes_site_1' })
@Unique('cancellation_codes_code_1', ['siteId', 'code'])
export class CancellationCode {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'cancellation_codes_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'cancellation_codes_pkey' }) id: string;
  @Column('text') code: string;
  @Column('text') name: string;
  @Column('boolean', { default: true }) active: boolean;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
