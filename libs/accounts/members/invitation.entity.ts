import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Role } from '#libs/accounts/access/permissions';

/** A person who was invited to become a member of a site. The row does not say whether the person has an account. */
@Entity('invitations')
@Unique('invitations_token_1', ['tokenHash'])
@ForeignKey('Site', ['siteId'], ['id'], { name: 'invitations_site_1' })
@ForeignKey('User', ['invitedBy'], ['id'], { name: 'invitations_inviter_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'invitations_user_1' })
@Index('invitations_open_1', { synchronize: false })
@Index('invitations_email_1', { synchronize: false })
@Index('invitations_expiry_1', ['expiresAt'])
@Check('invitations_role_1', `role IN ('viewer', 'reception', 'welfare', 'manager', 'admin')`)
export class Invitation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitations_pkey' }) id: string;
  @Column('uuid', { name: 'site_id' }) siteId: string;
  @Column('text') email: string;
  @Column('text', { name: 'first_name', nullable: true }) firstName: string | null;
  @Column('text', { name: 'last_name', nullable: true }) lastName: string | null;
  @Column('text') role: Role;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  @Column('uuid', { name: 'invited_by', nullable: true }) invitedBy: string | null;
  @Column('text', { name: 'inviter_name' }) inviterName: string;
  @Column('integer', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'accepted_at', nullable: true }) acceptedAt: Date | null;
  /** When it was revoked, declined, or given up for a newer one. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  /** The mail that it went out with, as long as it is known what became of it. */
  @Column('uuid', { name: 'mail_id', nullable: true }) mailId: string | null;
}
