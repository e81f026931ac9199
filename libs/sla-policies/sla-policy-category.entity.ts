import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A category that a policy covers, in the order given. PostgreSQL lets no two enabled rows name the same category. */
@Entity('sla_policy_categories')
@ForeignKey('SlaPolicy', ['siteId', 'policyId', 'enabled'], ['siteId', 'id', 'enabled'], {
  name: 'sla_policy_categories_policy_1',
})
@ForeignKey('Category', ['siteId', 'categoryId'], ['siteId', 'id'], { name: 'sla_policy_categories_category_1' })
@Index('sla_policy_categories_covered_1', ['siteId', 'categoryId'], { unique: true, where: 'enabled' })
@Index('sla_policy_categories_category_2', ['siteId', 'categoryId'])
export class SlaPolicyCategory {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'sla_policy_categories_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'policy_id', primaryKeyConstraintName: 'sla_policy_categories_pkey' })
  policyId: string;
  @PrimaryColumn('uuid', { name: 'category_id', primaryKeyConstraintName: 'sla_policy_categories_pkey' })
  categoryId: string;
  @Column('smallint') position: number;
  @Column('boolean') enabled: boolean;
}
