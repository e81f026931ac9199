import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A flag that a student carries, in the order given. */
@Entity('student_flags')
@ForeignKey('Student', ['siteId', 'studentId'], ['siteId', 'id'], { name: 'student_flags_student_1' })
@ForeignKey('Flag', ['siteId', 'flagId'], ['siteId', 'id'], { name: 'student_flags_flag_1' })
@Index('student_flags_flag_2', ['siteId', 'flagId'])
export class StudentFlag {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'student_flags_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { name: 'student_id', primaryKeyConstraintName: 'student_flags_pkey' }) studentId: string;
  @PrimaryColumn('uuid', { name: 'flag_id', primaryKeyConstraintName: 'student_flags_pkey' }) flagId: string;
  @Column('smallint') position: number;
}
