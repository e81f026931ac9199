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

@Entity('users')
@ForeignKey('Site', ['lastSiteId'], ['id'], { name: 'users_last_site_1' })
@Index('users_email_1', { synchronize: false })
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' }) id: string;
  @Column('text') email: string;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text', { name: 'photo_url', nullable: true }) photoUrl: string | null;
  @Column('uuid', { name: 'last_site_id', nullable: true }) lastSiteId: string | null;
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash: string | null;
  @Column('boolean', { name: 'password_change_required', default: false }) passwordChangeRequired: boolean;
  @Column('boolean', { default: false }) owner: boolean;
  @Column('timestamptz', { name: 'disabled_at', nullable: true }) disabledAt: Date | null;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
