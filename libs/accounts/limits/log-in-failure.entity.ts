import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often a log-in to an account failed of late. `account` is a keyed hash: what was typed may be no email at all. */
@Entity('log_in_failures')
@Index('log_in_failures_expiry_1', ['expiresAt'])
export class LogInFailure {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'log_in_failures_pkey' }) account: Buffer;
  @Column('integer') failures: number;
  @Column('timestamptz', { name: 'blocked_until', nullable: true }) blockedUntil: Date | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
