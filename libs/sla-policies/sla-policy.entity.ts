import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';

@Entity('sla_policies')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'sla_policies_site_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'sla_policies_created_1' })
@Unique('sla_policies_enabled_1', ['siteId', 'id', 'enabled'])
@Check('sla_policies_targets_1', 'first_response_minutes > 0 AND resolution_minutes > 0 AND escalation_minutes > 0')
@Check('sla_policies_targets_2', 'greatest(first_response_minutes, escalation_minutes) <= resolution_minutes')
export class SlaPolicy {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'sla_policies_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sla_policies_pkey' }) id: string;
  @Column('text') name: string;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('int', { name: 'first_response_minutes', nullable: true }) firstResponseMinutes: number | null;
  @Column('int', { name: 'resolution_minutes', nullable: true }) resolutionMinutes: number | null;
  @Column('int', { name: 'escalation_minutes', nullable: true }) escalationMinutes: number | null;
  @Column('boolean', { name: 'business_hours_only', default: false }) businessHoursOnly: boolean;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
}
