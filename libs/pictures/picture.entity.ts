import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The picture of a user or of a student. The file is in the object store under the id. */
@Entity('pictures')
@ForeignKey('User', ['userId'], ['id'], { name: 'pictures_user_1' })
@ForeignKey('Student', ['siteId', 'studentId'], ['siteId', 'id'], { name: 'pictures_student_1' })
@Index('pictures_user_2', ['userId'], { unique: true })
@Index('pictures_student_2', ['siteId', 'studentId'], { unique: true })
@Check('pictures_subject_1', 'num_nonnulls(user_id, student_id) = 1 AND num_nonnulls(site_id, student_id) <> 1')
export class Picture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pictures_pkey' }) id: string;
  @Column('uuid', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('uuid', { name: 'site_id', nullable: true }) siteId: string | null;
  @Column('uuid', { name: 'student_id', nullable: true }) studentId: string | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
}
