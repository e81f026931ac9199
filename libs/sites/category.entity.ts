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

@Entity('categories')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'categories_site_1' })
@Index('categories_name_1', { synchronize: false })
export class Category {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'categories_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'categories_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text') colour: string;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
