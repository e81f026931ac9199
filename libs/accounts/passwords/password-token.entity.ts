import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A link in a mail that sets a password once. Only the hash of its secret is stored. */
@Entity('password_tokens')
@ForeignKey('User', ['userId'], ['id'], { name: 'password_tokens_user_1' })
@Index('password_tokens_user_2', ['userId'])
@Check('password_tokens_purpose_1', `purpose IN ('invite', 'reset')`)
export class PasswordToken {
  @PrimaryColumn('bytea', { name: 'token_hash', primaryKeyConstraintName: 'password_tokens_pkey' }) tokenHash: Buffer;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') purpose: 'invite' | 'reset';
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
}
