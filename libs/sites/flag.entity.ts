import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';

@Entity('flags')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'flags_site_1' })
@Index('flags_name_1', { synchronize: false })
export class Flag {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'flags_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'flags_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text') colour: string;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
