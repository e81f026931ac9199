import type { Sql, Store, Transaction } from '#libs/core/database/transaction';
import { purge } from '#libs/core/database/purge';
import { PICTURE_KEY } from '#libs/core/storage/object-keys';
import { PictureUpload } from '#libs/pictures/picture-upload.entity';
import { Picture } from '#libs/pictures/picture.entity';
import { columnList, update } from '#libs/core/database/columns';
import { User } from '#libs/accounts/users/user.entity';

/** Whose picture it is. */
export type Subject = { userId: string } | { siteId: string; studentId: string };

const parts = (subject: Subject) =>
  'userId' in subject ? [subject.userId, null, null] : [null, subject.siteId, subject.studentId];

export interface UploadRow {
  id: string;
  content_type: string;
  picture_id: string | null;
}

export async function addUpload(
  store: Store,
  { subject, ...upload }: Pick<PictureUpload, 'id' | 'byUserId' | 'contentType' | 'expiresAt'> & { subject: Subject },
): Promise<void> {
  const student = 'userId' in subject ? {} : subject;
  await store.repository(PictureUpload).insert({ ...upload, ...student });
}

const UPLOAD = `
SELECT ${columnList(PictureUpload, 'id contentType pictureId')} FROM picture_uploads WHERE id = $1 AND by_user_id = $2 AND expires_at > $3
  AND site_id IS NOT DISTINCT FROM $4 AND student_id IS NOT DISTINCT FROM $5`;

/** The upload that a caller began for a subject, unless it has expired. `lock` keeps others of it waiting. */
export async function findUpload(
  sql: Sql,
  id: string,
  { by, subject, now, lock }: { by: string; subject: Subject; now: Date; lock: boolean },
): Promise<UploadRow | undefined> {
  const values = [id, by, now, ...parts(subject).slice(1)];
  return (await sql.rows<UploadRow>(lock ? `${UPLOAD} FOR UPDATE` : UPLOAD, values))[0];
}

export const completeUpload = (tx: Transaction, id: string, pictureId: string) =>
  tx.repository(PictureUpload).update({ id }, { pictureId });

const SHOW_USER = `${update(User, { photoUrl: '$2' })} WHERE id = $1 RETURNING old.photo_url AS before`;
const SHOW_STUDENT = `
UPDATE students SET photo_url = $3, version = version + 1, updated_at = $4
WHERE site_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING old.photo_url AS before`;

/**
 * Puts the address of a picture into the record it shows, and returns the one before; undefined when there is no such record. It
 * stays locked.
 */
export async function showPicture(
  sql: Sql,
  subject: Subject,
  url: string,
  now: Date,
): Promise<{ before: string | null } | undefined> {
  const [row] =
    'userId' in subject
      ? await sql.rows<{ before: string | null }>(SHOW_USER, [subject.userId, url])
      : await sql.rows<{ before: string | null }>(SHOW_STUDENT, [subject.siteId, subject.studentId, url, now]);
  return row;
}

const REMOVE = `
DELETE FROM pictures WHERE user_id IS NOT DISTINCT FROM $1 AND site_id IS NOT DISTINCT FROM $2
  AND student_id IS NOT DISTINCT FROM $3 RETURNING id`;

/** Makes a picture the one of its subject. Returns the ids of those before. */
export async function replacePicture(tx: Transaction, id: string, subject: Subject, now: Date): Promise<string[]> {
  const replaced = await tx.rows<{ id: string }>(REMOVE, parts(subject));
  await tx.repository(Picture).insert({ id, ...subject, createdAt: now });
  return replaced.map((row) => row.id);
}

const HAS_STUDENT = 'SELECT 1 FROM students WHERE site_id = $1 AND id = $2 AND deleted_at IS NULL';
export const hasStudent = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(HAS_STUDENT, [siteId, id])).length > 0;

const VISIBLE = `
SELECT 1 FROM pictures p WHERE p.id = $1 AND ($3 OR p.user_id = $2
  OR EXISTS (SELECT FROM memberships m WHERE m.user_id = $2 AND m.site_id = p.site_id)
  OR EXISTS (SELECT FROM memberships m JOIN memberships o USING (site_id) WHERE m.user_id = $2 AND o.user_id = p.user_id))`;

/** Whether a user may see a picture: it is theirs, of a student of their sites, or of a member of one of them. */
export const maySee = async (sql: Sql, id: string, { userId, owner }: { userId: string; owner: boolean }) =>
  (await sql.rows(VISIBLE, [id, userId, owner])).length > 0;

/** The keys in the object store that the rows name. */
export const PICTURE_KEYS = `SELECT ${PICTURE_KEY} AS key FROM pictures`;

const KNOWN = 'SELECT id FROM pictures WHERE id = ANY($1::uuid[])';
export const knownPictures = async (sql: Sql, ids: string[]): Promise<Set<string>> =>
  new Set((await sql.rows<{ id: string }>(KNOWN, [ids])).map(({ id }) => id));

export const purgeUploads = (sql: Sql, before: Date) => purge(sql, 'picture_uploads', 'expires_at < $1', [before]);
