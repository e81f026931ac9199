import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** Work that outlives its request. This row is the truth of it; the queue only wakes a worker. */
@Entity('jobs')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'jobs_site_1' })
@ForeignKey('User', ['createdBy'], ['id'], { name: 'jobs_user_1' })
@Unique('jobs_id_1', ['id'])
@Index('jobs_open_1', ['heartbeatAt'], { where: `state IN ('waiting', 'active')` })
@Check('jobs_state_2', `state IN ('waiting', 'active', 'completed', 'failed', 'cancelled')`)
export class Job {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'jobs_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'jobs_pkey' }) id: string;
  @Column('text') kind: string;
  @Column('text', { default: 'waiting' }) state: string;
  @Column('int', { default: 0 }) done: number;
  @Column('int', { default: 0 }) total: number;
  @Column('text', { default: 'waiting' }) stage: string;
  @Column('int', { default: 0 }) attempt: number;
  @Column('int', { default: 0 }) deaths: number;
  @Column('int', { default: 0 }) waits: number;
  @Column('text', { name: 'result_url', nullable: true }) resultUrl: string | null;
  @Column('jsonb', { nullable: true }) problem: object | null;
  @Column('uuid', { name: 'created_by', nullable: true }) createdBy: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'heartbeat_at' }) heartbeatAt: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
  @Column('timestamptz', { name: 'cancel_requested_at', nullable: true }) cancelRequestedAt: Date | null;
}
