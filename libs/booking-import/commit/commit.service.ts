import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import { isOver } from '#libs/jobs/jobs.queries';
import { JobsService } from '#libs/jobs/jobs.service';
import type { CommitRequest } from '#libs/booking-import/booking-import.dto';
import type { BookingImportResponse } from '#libs/booking-import/import-responses.dto';
import { ImportThreads } from '#libs/booking-import/import-threads';
import { undoneOf } from '#libs/booking-import/undo/undone';
import { findImport } from '#libs/booking-import/commit/imports.queries';
import { countOutcomes, findResultsAsJson } from '#libs/booking-import/commit/results.queries';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Takes imports in, for a worker to do, and returns what became of them, as JSON. */
@Injectable()
export class CommitService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly threads: ImportThreads,
    private readonly jobs: JobsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts the import of a key, or joins the one that there is, and waits a while for its end.
   * @throws InvalidField `idempotency_key_reused`, DomainError `validation_failed`
   */
  async commit(access: SiteAccess, request: CommitRequest): Promise<{ json: string; replayed: boolean }> {
    if (!KEY.test(request.idempotency_key))
      throw new InvalidField('validation_failed', '/idempotency_key', 'must have 1 to 255 visible ASCII characters');
    if ((request.rows === undefined) === (request.preview_id === undefined))
      throw new InvalidField('validation_failed', '/rows', 'is required, unless preview_id says which rows; not both');
    const siteId = access.site.id;
    const { id, isNew } = await this.threads.accept(access, request, this.clock.now());
    const wait = this.config.IMPORT_WAIT_SECONDS * 1_000;
    const json = await this.jobs.follow({ siteId, id, isNew }, wait, () => this.answer(siteId, id));
    return { json, replayed: !isNew };
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string): Promise<string> {
    if (!(await findImport(this.database, site.id, id))) throw new NotFound('The import');
    return this.answer(site.id, id);
  }

  /** What became of each row, as JSON that PostgreSQL writes: there can be 20,000. */
  private async answer(siteId: string, id: string): Promise<string> {
    const state = await this.jobs.state(siteId, id);
    const [summary, results] = await Promise.all([
      countOutcomes(this.database, siteId, id),
      findResultsAsJson(this.database, siteId, id),
    ]);
    const status = state !== undefined && isOver(state) ? state : 'processing';
    const undone = await undoneOf(this.database, siteId, id);
    const { results: _none, ...rest }: BookingImportResponse = { import_id: id, status, undone, summary, results: [] };
    return `${JSON.stringify(rest).slice(0, -1)},"results":[${results}]}`;
  }
}
