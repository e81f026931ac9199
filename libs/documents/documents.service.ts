import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import type { Permission } from '#libs/accounts/access/permissions';
import { recordAudit } from '#libs/accounts/audit/audit';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import type { Language } from '#libs/core/languages/catalogue';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { isOver } from '#libs/jobs/jobs.queries';
import { JobsService } from '#libs/jobs/jobs.service';
import { type DocumentKind, jobKindOf } from '#libs/documents/document.entity';
import { addDocument, type DocumentOrder, type DocumentRow, findDocument } from '#libs/documents/documents.queries';

/** Documents as a caller sees them: requested, waited for, fetched. A worker prints them. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Records the order and notifies the workers; returns the id of the job. `language`: that of the caller. */
  async order<Kind extends DocumentKind>(
    { site, caller }: SiteAccess,
    document: Kind,
    wanted: DocumentOrder[Kind],
    language?: Language,
  ): Promise<string> {
    const parameters = { ...wanted, ...(language && { language }) };
    const [siteId, id, now, kind] = [site.id, newId(), this.clock.now(), jobKindOf(document)];
    const { userId, requestId } = caller;
    const changes = Object.entries(parameters).map(([field, to]) => ({ field, from: null, to: audited(field, to) }));
    await this.database.transaction(async (tx) => {
      await this.jobs.create(tx, { siteId, id, kind, total: 0, resultUrl: null, createdBy: userId, requestId });
      await addDocument(tx, { siteId, id, kind: document, parameters, requestedBy: userId, createdAt: now });
      await recordAudit(tx, caller, now, {
        siteId,
        action: `${kind}.ordered`,
        subjectKind: 'document',
        subjectId: id,
        changes,
      });
    });
    await this.jobs.notify({ siteId, id, kind });
    return id;
  }

  /**
   * @throws NotFound, also for callers who did not order it; DomainError `forbidden` for callers who may no longer see
   * it
   */
  async get(access: SiteAccess, id: string): Promise<DocumentRow> {
    const found = await findDocument(this.database, access.site.id, id, access.caller.userId);
    if (!found) throw new NotFound('The document');
    const missing = permissionsFor(found).find((permission) => !access.may(permission));
    if (missing) throw forbidden(missing);
    return found;
  }

  /**
   * Waits until a document is finished, or `gone` says that the caller has disconnected. @throws DomainError `job_timeout`
   */
  async wait(access: SiteAccess, id: string, gone: () => boolean): Promise<DocumentRow> {
    const state = await this.jobs.wait(access.site.id, id, this.config.DOCUMENT_WAIT_SECONDS * 1_000, gone);
    if (!state || !isOver(state)) throw this.tooSlow(id);
    return this.get(access, id);
  }

  private tooSlow(id: string): DomainError {
    const detail = 'The document takes longer. It is still being made: job_url says when it is finished.';
    return new DomainError('job_timeout', detail, { job_id: id, job_url: `${this.config.PUBLIC_URL}/jobs/${id}` });
  }
}

/** A search can be for a name, and erasing the person would not remove it from here: that there was one is recorded. */
const audited = (field: string, value: unknown): unknown => (field === 'q' ? true : value);

/** The permission to see the contents of a document; a booking is visible to all members of the site. */
function permissionsFor({ kind, parameters }: DocumentRow): Permission[] {
  if (kind === 'booking') return [];
  if (kind === 'rooming_list' || kind === 'departures') return ['booking.export'];
  if (kind === 'subject_data') return ['student.data'];
  if (kind === 'roll_call') return ['roll_call.read'];
  return parameters.welfare ? ['student.export', 'student.welfare'] : ['student.export'];
}
