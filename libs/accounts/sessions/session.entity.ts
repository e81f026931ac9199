import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('sessions')
@ForeignKey('User', ['userId'], ['id'], { name: 'sessions_user_1' })
@Index('sessions_user_2', ['userId'])
@Index('sessions_expiry_1', ['expiresAt'])
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sessions_pkey' }) id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('bytea', { name: 'refresh_hash' }) refreshHash: Buffer;
  @Column('bytea', { name: 'previous_refresh_hash', nullable: true }) previousRefreshHash: Buffer | null;
  @Column('timestamptz', { name: 'rotated_at', nullable: true }) rotatedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'idle_expires_at' }) idleExpiresAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('text', { name: 'end_reason', nullable: true }) endReason: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { name: 'user_agent', nullable: true }) userAgent: string | null;
}
