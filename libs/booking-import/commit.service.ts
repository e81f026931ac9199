import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { fingerprintOf } from '#libs/core/fingerprint';
import { newId } from '#libs/core/http/ids';
import { mappedInTurns } from '#libs/core/turns';
import { Clock } from '#libs/core/time/clock';
import { JobsService } from '#libs/jobs/jobs.service';
import type { CommitRequest, BookingImportResponse } from '#libs/booking-import/booking-import.dto';
import {
  findImport,
  findImportByKey,
  findResults,
  type ImportRecord,
  insertImport,
  insertRows,
  type StoredResult,
} from '#libs/booking-import/imports.queries';
import { withResolutions } from '#libs/booking-import/rows-and-resolutions';
import { storable } from '#libs/booking-import/storable';

export const IMPORT_KIND = 'booking_import';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Takes imports in, for a worker to do, and answers what became of them. */
@Injectable()
export class CommitService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(JobsService) private readonly jobs: JobsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts the import of a key, or joins the one that there is, and waits a while for its end.
   * @throws InvalidField `idempotency_key_reused`, DomainError `validation_failed`
   */
  async commit(
    access: SiteAccess,
    request: CommitRequest,
  ): Promise<{ answer: BookingImportResponse; replayed: boolean }> {
    if (!KEY.test(request.idempotency_key))
      throw new InvalidField('validation_failed', '/idempotency_key', 'must have 1 to 255 visible ASCII characters');
    const { site: _site, idempotency_key: key, ...body } = request;
    const fingerprint = fingerprintOf(body);
    const { userId } = access.caller;
    const known = await findImportByKey(this.database, access.site.id, userId, key);
    const started = known ? undefined : await this.start(access, request, key, fingerprint);
    const record = known ?? (await findImportByKey(this.database, access.site.id, userId, key));
    if (!record) throw new Error('the import was not written');
    if (record.fingerprint !== fingerprint)
      throw new InvalidField('idempotency_key_reused', '/idempotency_key', 'was sent with other rows or resolutions');
    await this.jobs.wait(access.site.id, record.id, this.config.IMPORT_WAIT_SECONDS * 1_000);
    return { answer: await this.answer(access.site.id, record), replayed: !started };
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string): Promise<BookingImportResponse> {
    const record = await findImport(this.database, site.id, id);
    if (!record) throw new NotFound('The import');
    return this.answer(site.id, record);
  }

  /** Writes the import down with all its rows, then rings; false when another request did so first. */
  private async start(
    { site, caller, role }: SiteAccess,
    request: CommitRequest,
    key: string,
    fingerprint: string,
  ): Promise<boolean> {
    const rows = await mappedInTurns(withResolutions(request.rows, request.resolutions), storable);
    const [siteId, id, now] = [site.id, newId(), this.clock.now()];
    const { userId, requestId } = caller;
    const made = await this.database.transaction(async (tx) => {
      const resultUrl = `/bookings/imports/${id}?site=${siteId}`;
      await this.jobs.create(tx, {
        siteId,
        id,
        kind: IMPORT_KIND,
        total: rows.length,
        resultUrl,
        createdBy: userId,
        requestId,
      });
      const first = await insertImport(tx, { siteId, id, userId, key, fingerprint, role, now });
      if (first) await insertRows(tx, siteId, id, rows);
      else await this.jobs.remove(tx, siteId, id);
      return first;
    });
    if (made) await this.jobs.ring({ siteId, id });
    return made;
  }

  private async answer(siteId: string, { id }: ImportRecord): Promise<BookingImportResponse> {
    const state = await this.jobs.state(siteId, id);
    const results = await findResults(this.database, siteId, id);
    const status = state === 'completed' ? 'completed' : state === 'failed' ? 'failed' : 'processing';
    return { import_id: id, status, summary: summaryOf(results), results: results.map(toResult) };
  }
}

function summaryOf(results: StoredResult[]) {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  return {
    created: count('created'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
    persons_created: results.filter(({ person_created }) => person_created).length,
  };
}

const toResult = ({
  row_index,
  outcome,
  reason,
  booking_id,
  person_id,
  overridden_booking_id,
  issues,
}: StoredResult) => ({
  row_index,
  outcome,
  reason,
  booking_id,
  person_id,
  overridden_booking_id,
  issues,
});
