import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/accounts/access/permissions';

/** The role that an API key has in one site, at most: its user may have less by now. */
@Entity('api_key_scopes')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'api_key_scopes_site_1' })
@ForeignKey('ApiKey', ['apiKeyId'], ['id'], { name: 'api_key_scopes_key_1' })
@Index('api_key_scopes_key_2', ['apiKeyId'])
@Check('api_key_scopes_role_1', `role IN ('viewer', 'reception', 'welfare', 'manager', 'admin')`)
export class ApiKeyScope {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'api_key_scopes_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'api_key_id', primaryKeyConstraintName: 'api_key_scopes_pkey' }) apiKeyId: string;
  @Column('text') role: Role;
}
