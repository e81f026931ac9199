import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/accounts/access/permissions';

/** Where the events of a site are sent to. Its secrets are sealed. */
@Entity('webhooks')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'webhooks_site_1' })
@Check('webhooks_role_1', `role IN ('viewer', 'reception', 'welfare', 'manager', 'admin')`)
@Check('webhooks_previous_1', '(previous_secret IS NULL) = (previous_until IS NULL)')
@Check('webhooks_disabled_1', `disabled_reason IS NULL OR NOT enabled AND disabled_reason IN ('gone', 'failing')`)
export class Webhook {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'webhooks_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhooks_pkey' }) id: string;
  @Column('text') url: string;
  @Column('text', { nullable: true }) description: string | null;
  /** Empty: all. */
  @Column('text', { array: true, default: [] }) types: string[];
  /** Whose view of the records its events have. */
  @Column('text') role: Role;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason: 'gone' | 'failing' | null;
  @Column('bytea') secret: Buffer;
  @Column('bytea', { name: 'previous_secret', nullable: true }) previousSecret: Buffer | null;
  @Column('timestamptz', { name: 'previous_until', nullable: true }) previousUntil: Date | null;
  /** The place in the journal up to which its deliveries are written down. */
  @Column('bigint', { name: 'at_position' }) atPosition: string;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  @Column('int', { default: 0 }) failures: number;
  /** Nothing is sent before then, since the last attempts failed. */
  @Column('timestamptz', { name: 'resume_at', default: () => 'now()' }) resumeAt: Date;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
