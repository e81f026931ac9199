import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { newId } from '#libs/core/http/ids';
import { Bell } from '#libs/core/queue/bell';
import { Clock } from '#libs/core/time/clock';
import type { DocumentKind } from '#libs/documents/document-job.entity';
import {
  addDocument,
  type DocumentOrder,
  type DocumentRow,
  failDocument,
  findDocument,
  stateOf,
} from '#libs/documents/document-jobs.queries';

const FINISHED = new Set(['completed', 'failed']);

/** Documents as those who ask for them see them: ordered, waited for, fetched. Printing is the worker's. */
@Injectable()
export class DocumentsService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Bell) private readonly bell: Bell,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Writes the order down and tells the workers. @throws DomainError `dependency_unavailable` when they cannot be told */
  async order<Kind extends DocumentKind>(
    { site, caller }: SiteAccess,
    kind: Kind,
    parameters: DocumentOrder[Kind],
  ): Promise<string> {
    const [siteId, id, now] = [site.id, newId(), this.clock.now()];
    await addDocument(this.database, { siteId, id, kind, parameters, by: caller.userId, now });
    try {
      await this.bell.ring('documents', 'print', { siteId, id }, id);
    } catch (error) {
      const problem = { code: 'dependency_unavailable' as const, detail: 'The queue of the workers does not answer.' };
      await failDocument(this.database, siteId, id, problem, this.clock.now());
      throw new DomainError(problem.code, problem.detail, { cause: (error as Error).name });
    }
    return id;
  }

  /** @throws NotFound, also for whoever did not ask for it */
  async get({ site, caller }: SiteAccess, id: string): Promise<DocumentRow> {
    const found = await findDocument(this.database, site.id, id, caller.userId);
    if (!found) throw new NotFound('The document');
    return found;
  }

  /** Waits until a document is finished, or `gone` says that nobody waits any more. @throws DomainError `job_timeout` */
  async wait(access: SiteAccess, id: string, gone: () => boolean): Promise<DocumentRow> {
    const began = performance.now();
    for (;;) {
      const state = await stateOf(this.database, access.site.id, id);
      if (state && FINISHED.has(state)) return this.get(access, id);
      const waited = performance.now() - began;
      if (waited > this.config.DOCUMENT_WAIT_SECONDS * 1_000 || gone()) throw this.tooSlow(access, id);
      // Often at first, for the page that takes a tenth of a second; seldom later.
      await sleep(waited < 2_000 ? 20 : 250);
    }
  }

  /** Where the order stands. */
  urlOf(siteId: string, id: string): string {
    return `${this.config.PUBLIC_URL}/documents/${id}?site=${siteId}`;
  }

  /** Where the file is, once it is finished. */
  fileUrlOf(siteId: string, id: string): string {
    return `${this.config.PUBLIC_URL}/documents/${id}/file?site=${siteId}`;
  }

  private tooSlow({ site }: SiteAccess, id: string): DomainError {
    const detail = 'The document takes longer. It is still being made: job_url says when it is finished.';
    return new DomainError('job_timeout', detail, { job_id: id, job_url: this.urlOf(site.id, id) });
  }
}
