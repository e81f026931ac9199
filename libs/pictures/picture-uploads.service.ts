import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { keepsAnotherDatabase } from '#libs/core/backup/kept-databases';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { PICTURE_TYPES } from '#libs/core/http/picture-types';
import { pictureKey, uploadKey } from '#libs/core/storage/object-keys';
import { OBJECT_STORE, type ObjectStore, readAll } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import type { UploadedResponse, UploadLinkResponse } from '#libs/pictures/pictures.dto';
import {
  addUpload,
  completeUpload,
  findUpload,
  replacePicture,
  showPicture,
  type Subject,
  type UploadRow,
} from '#libs/pictures/pictures.queries';
import { makePortrait } from '#libs/pictures/portrait';

const LINK_SECONDS = 600;
const MOST_BYTES = 5 * 1024 * 1024;

/** A picture comes in two steps: a link to upload to, then its confirmation, which looks at what came. */
@Injectable()
export class PictureUploadsService {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unsupported_media_type` */
  async begin(caller: Caller, subject: Subject, contentType: string): Promise<UploadLinkResponse> {
    if (!Object.hasOwn(PICTURE_TYPES, contentType))
      throw new DomainError('unsupported_media_type', `Send one of ${Object.keys(PICTURE_TYPES).join(', ')}.`);
    const id = newId();
    const expiresAt = new Date(this.clock.now().getTime() + LINK_SECONDS * 1000);
    await addUpload(this.database, { id, byUserId: caller.userId, subject, contentType, expiresAt });
    const terms = { contentType, maxBytes: MOST_BYTES, seconds: LINK_SECONDS };
    return { url: await this.store.signUpload(uploadKey(id), terms), object_id: id };
  }

  /** A repeated call returns the same. @throws NotFound for what is foreign or expired, DomainError `invalid_image` */
  async confirm(caller: Caller, subject: Subject, id: string): Promise<UploadedResponse> {
    const upload = await this.require(this.database, caller, subject, id);
    if (upload.picture_id) return this.answer(id, upload.picture_id);
    const bytes = await this.readUpload(id);
    if (!bytes) return { raw_url: '', source_uri: '', uploaded: false, object_id: id };
    const pictureId = newId();
    // The file is written first, then the row that names it: a file without a row is deleted later, a row without a file would be wrong.
    await this.store.put(pictureKey(pictureId), await makePortrait(bytes, upload.content_type));
    const { shown, obsolete } = await this.database.transaction((tx) => this.show(tx, caller, subject, id, pictureId));
    const unnamed = (await keepsAnotherDatabase(this.database)) ? [] : obsolete.map(pictureKey);
    // The picture is shown already; what cannot be removed now the sweep removes.
    await Promise.allSettled([...unnamed.map((key) => this.store.remove(key)), this.store.spend(uploadKey(id))]);
    return this.answer(id, shown);
  }

  private async show(tx: Transaction, caller: Caller, subject: Subject, id: string, pictureId: string) {
    const { picture_id: first } = await this.require(tx, caller, subject, id, true);
    if (first) return { shown: first, obsolete: [pictureId] };
    const now = this.clock.now();
    const url = this.urlOf(pictureId);
    const replaced = await showPicture(tx, subject, url, now);
    if (!replaced) throw new NotFound('The student');
    const obsolete = await replacePicture(tx, pictureId, subject, now);
    await completeUpload(tx, id, pictureId);
    await this.audit(tx, caller, subject, { from: replaced.before, to: url }, now);
    return { shown: pictureId, obsolete };
  }

  private async audit(
    tx: Transaction,
    caller: Caller,
    subject: Subject,
    photo: { from: string | null; to: string },
    now: Date,
  ): Promise<void> {
    const auditEntry =
      'userId' in subject
        ? { siteId: null, action: 'user.photo_changed', subjectKind: 'user' as const, subjectId: subject.userId }
        : {
            siteId: subject.siteId,
            action: 'student.photo_changed',
            subjectKind: 'student' as const,
            subjectId: subject.studentId,
            changes: [{ field: 'photo_url', ...photo }],
          };
    await recordAudit(tx, caller, now, auditEntry);
  }

  private async readUpload(id: string): Promise<Buffer | undefined> {
    const found = await this.store.find(uploadKey(id));
    if (found && found.size > MOST_BYTES)
      throw new DomainError('invalid_image', `The file has ${found.size} bytes, more than ${MOST_BYTES}.`);
    return found && readAll(this.store, uploadKey(id), MOST_BYTES);
  }

  private async require(
    sql: Pick<Database, 'rows'>,
    caller: Caller,
    subject: Subject,
    id: string,
    lock = false,
  ): Promise<UploadRow> {
    const begun = { by: caller.userId, subject, now: this.clock.now(), lock };
    const upload = isId(id) ? await findUpload(sql, id, begun) : undefined;
    if (!upload) throw new NotFound('The upload');
    return upload;
  }

  private async answer(objectId: string, pictureId: string): Promise<UploadedResponse> {
    return {
      raw_url: this.urlOf(pictureId),
      source_uri: await this.store.signDownload(pictureKey(pictureId), LINK_SECONDS),
      uploaded: true,
      object_id: objectId,
    };
  }

  private urlOf(pictureId: string): string {
    return `${this.config.PUBLIC_URL}/pictures/${pictureId}`;
  }
}
