import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** That two records of one person became one, and what that changed. */
@Entity('student_merges')
@ForeignKey('Student', ['siteId', 'keptId'], ['siteId', 'id'], { name: 'student_merges_kept_1' })
@ForeignKey('Student', ['siteId', 'mergedId'], ['siteId', 'id'], { name: 'student_merges_merged_1' })
@ForeignKey('User', ['mergedBy'], ['id'], { name: 'student_merges_user_1' })
@Index('student_merges_kept_2', ['siteId', 'keptId'])
@Index('student_merges_merged_2', ['siteId', 'mergedId'])
export class StudentMerge {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'student_merges_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'student_merges_pkey' }) id: string;
  @Column('uuid', { name: 'kept_id' }) keptId: string;
  @Column('uuid', { name: 'merged_id' }) mergedId: string;
  /** A `MergeSnapshot`. */
  @Column('jsonb') snapshot: object;
  @Column('timestamptz', { name: 'merged_at' }) mergedAt: Date;
  @Column('uuid', { name: 'merged_by' }) mergedBy: string;
  @Column('timestamptz', { name: 'undone_at', nullable: true }) undoneAt: Date | null;
}
