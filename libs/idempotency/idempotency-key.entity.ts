import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The response to a request with an Idempotency-Key, kept so that a repetition gets it again. */
@Entity('idempotency_keys')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'idempotency_keys_site_1' })
@ForeignKey('User', ['userId'], ['id'], { name: 'idempotency_keys_user_1' })
@Index('idempotency_keys_created_1', ['createdAt'])
export class IdempotencyKey {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'idempotency_keys_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'idempotency_keys_pkey' }) userId: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' }) operation: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' }) key: string;
  @Column('text') fingerprint: string;
  @Column('text') answer: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
