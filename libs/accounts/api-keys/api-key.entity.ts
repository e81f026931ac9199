import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A personal key for programs. Only the hash is stored; the prefix tells keys apart. */
@Entity('api_keys')
@ForeignKey('User', ['userId'], ['id'], { name: 'api_keys_user_1' })
@Unique('api_keys_hash_1', ['keyHash'])
@Index('api_keys_user_2', ['userId'])
export class ApiKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' }) id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') name: string;
  @Column('text') prefix: string;
  @Column('bytea', { name: 'key_hash' }) keyHash: Buffer;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  /** When a mail announced to its user that it ends soon. */
  @Column('timestamptz', { name: 'warned_at', nullable: true }) warnedAt: Date | null;
}
