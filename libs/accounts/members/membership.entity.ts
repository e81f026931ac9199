import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import type { Role } from '#libs/accounts/access/permissions';

@Entity('memberships')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'memberships_site_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'memberships_user_1' })
@Index('memberships_user_2', ['userId'])
@Check('memberships_role_1', `role IN ('viewer', 'reception', 'welfare', 'manager', 'admin')`)
export class Membership {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'memberships_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'memberships_pkey' }) userId: string;
  @Column('text') role: Role;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
