import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';

export const STUDENT_TYPES = ['student', 'staff', 'guest'] as const;
export type StudentType = (typeof STUDENT_TYPES)[number];

@Entity('students')
@ForeignKey('Site', ['siteId'], ['id'], { name: 'students_site_1' })
@ForeignKey('Location', ['siteId', 'locationId'], ['siteId', 'id'], { name: 'students_location_1' })
@ForeignKey('WelfareState', ['siteId', 'welfareStateId'], ['siteId', 'id'], { name: 'students_welfare_1' })
@Index('students_student_id_1', { synchronize: false })
@Index('students_email_1', { synchronize: false })
@Index('students_search_1', { synchronize: false })
@Index('students_id_core_1', { synchronize: false })
@Index('students_sort_1', ['siteId', 'lastName', 'firstName', 'id'])
@Index('students_birth_1', ['siteId', 'dateOfBirth', 'nameKey'], { where: 'date_of_birth IS NOT NULL' })
@Index('students_location_2', ['siteId', 'locationId'])
@Check('students_type_1', `type IN ('student', 'staff', 'guest')`)
@Check('students_welfare_2', `welfare_flag OR welfare_state_id IS NULL`)
export class Student {
  @PrimaryColumn('uuid', { name: 'site_id', primaryKeyConstraintName: 'students_pkey' }) siteId: string;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'students_pkey' }) id: string;
  @Column('text', { name: 'student_id' }) studentId: string;
  @Column({ type: 'text', name: 'first_name', collation: 'und-x-icu' }) firstName: string;
  @Column({ type: 'text', name: 'last_name', collation: 'und-x-icu' }) lastName: string;
  @Column('text', { nullable: true }) email: string | null;
  @Column('date', { name: 'date_of_birth', nullable: true }) dateOfBirth: string | null;
  /** The sorted words of the name, kept by the database, for the search of an import. */
  @Column({ type: 'text', name: 'name_key', default: '', select: false, insert: false, update: false }) nameKey: string;
  @Column('text', { default: 'student' }) type: StudentType;
  /** Where the person lives; null for a person who has left. */
  @Column('uuid', { name: 'location_id', nullable: true }) locationId: string | null;
  @Column('boolean', { default: true }) active: boolean;
  @Column('boolean', { name: 'welfare_flag', default: false }) welfareFlag: boolean;
  @Column('uuid', { name: 'welfare_state_id', nullable: true }) welfareStateId: string | null;
  /** How often welfare alone was changed, which `version` and `updatedAt` do not show. */
  @Column('integer', { name: 'welfare_version', default: 0 }) welfareVersion: number;
  @Column('timestamptz', { name: 'welfare_updated_at', nullable: true }) welfareUpdatedAt: Date | null;
  @Column('text', { name: 'photo_url', nullable: true }) photoUrl: string | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
  @Column('timestamptz', { name: 'erased_at', nullable: true }) erasedAt: Date | null;
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}
