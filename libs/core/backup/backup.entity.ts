import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A backup that was made or tried, or a restore that tried one; with a problem, it failed. */
@Entity('backups')
@Index('backups_kind_2', ['kind', 'beganAt'])
@Check('backups_kind_1', `kind IN ('backup', 'restore')`)
@Check('backups_rows_1', `(problem IS NULL) = (rows IS NOT NULL)`)
export class Backup {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'backups_pkey' }) id: string;
  @Column('text') kind: 'backup' | 'restore';
  /** The name of its folder. */
  @Column('text') name: string;
  @Column('bigint', { nullable: true }) rows: string | null;
  @Column('text', { nullable: true }) problem: string | null;
  @Column('timestamptz', { name: 'began_at' }) beganAt: Date;
  @CreateDateColumn({ type: 'timestamptz', name: 'ended_at' }) endedAt: Date;
}
