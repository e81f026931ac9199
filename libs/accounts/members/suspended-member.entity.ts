import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/accounts/access/permissions';

/** A membership that gives nothing until it is resumed. It is no row of `memberships`, so that no query can take it for one. */
@Entity('suspended_members')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'suspended_members_site_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'suspended_members_user_1' })
@Index('suspended_members_user_2', ['userId'])
@Check('suspended_members_role_1', `role IN ('viewer', 'reception', 'welfare', 'manager', 'admin')`)
export class SuspendedMember {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'suspended_members_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'suspended_members_pkey' }) userId: string;
  @Column('text') role: Role;
  @Column('integer') version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'suspended_at' }) suspendedAt: Date;
}
