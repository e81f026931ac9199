import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A link for an upload: its user, its subject, its end, and the resulting picture. */
@Entity('picture_uploads')
@ForeignKey('User', ['byUserId'], ['id'], { name: 'picture_uploads_user_1' })
@ForeignKey('Student', ['siteId', 'studentId'], ['siteId', 'id'], { name: 'picture_uploads_student_1' })
@Index('picture_uploads_expiry_1', ['expiresAt'])
export class PictureUpload {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'picture_uploads_pkey' }) id: string;
  @Column('uuid', { name: 'by_user_id' }) byUserId: string;
  @Column('uuid', { name: 'site_id', nullable: true }) siteId: string | null;
  @Column('uuid', { name: 'student_id', nullable: true }) studentId: string | null;
  @Column('text', { name: 'content_type' }) contentType: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('uuid', { name: 'picture_id', nullable: true }) pictureId: string | null;
}
