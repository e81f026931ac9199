import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import { addYears, localDate } from '#libs/core/time/site-time';
import { ErasureService } from '#libs/privacy/erasure.service';
import { lockBookingsOf } from '#libs/privacy/forget.queries';
import type { RetentionResponse } from '#libs/privacy/retention.dto';
import {
  countDue,
  findDue,
  findRetention,
  findRetentionSites,
  isDue,
  type RetentionSite,
} from '#libs/privacy/retention.queries';
import { lockStudent } from '#libs/students/student-references';

// How long claims from a contract can be made in most places.
export const USUAL_YEARS = 6;
const AT_ONCE = 100;
// Each reads the trails of the site. What is left is done an hour later.
const MOST_OF_A_SWEEP = 1_000;

/** Erases people some years after their last stay, where a site says so. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly erasure: ErasureService,
  ) {}

  /** Counts who would be erased and changes nothing. @throws NotFound */
  async preview(siteId: string, given?: number): Promise<RetentionResponse> {
    const site = await findRetention(this.database, siteId);
    if (!site) throw new NotFound('The site');
    const years = given ?? site.retention_years ?? USUAL_YEARS;
    const before = this.before({ ...site, retention_years: years });
    const { retention_years } = site;
    return { retention_years, years, before, ...(await countDue(this.database, siteId, before)) };
  }

  /** Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    for (const site of await findRetentionSites(this.database)) await this.sweepSite(site);
  }

  private async sweepSite(site: RetentionSite): Promise<void> {
    const before = this.before(site);
    let erased = 0;
    for (let after: string | undefined; erased < MOST_OF_A_SWEEP;) {
      const due = await findDue(this.database, site.id, before, AT_ONCE, after);
      for (const id of due) if (await this.eraseIfDue(site.id, id)) erased++;
      after = due.at(-1);
      if (due.length < AT_ONCE) break;
    }
    if (erased === 0) return;
    const changes = Object.entries({ before, people: erased }).map(([field, to]) => ({ field, from: null, to }));
    const auditEntry = {
      siteId: site.id,
      action: 'site.retention_applied',
      subjectKind: 'site' as const,
      subjectId: site.id,
    };
    await recordAudit(this.database, undefined, this.clock.now(), { ...auditEntry, changes });
  }

  /** Looks again under the locks that bookings of the person take: a new stay, or a site that changed its mind, keeps them. */
  private async eraseIfDue(siteId: string, id: string): Promise<boolean> {
    const keys = await this.database
      .transaction(async (tx) => {
        await lockBookingsOf(tx, siteId, id);
        const student = await lockStudent(tx, siteId, id, { deletedToo: true });
        const site = await findRetention(tx, siteId);
        if (!site?.retention_years || !(await isDue(tx, siteId, this.before(site), id))) return undefined;
        return this.erasure.forget(tx, undefined, student);
      })
      .catch((error: unknown) => {
        // Another worker was faster.
        if (error instanceof DomainError && error.code === 'not_found') return undefined;
        throw error;
      });
    if (keys) await this.erasure.removeObjects(siteId, keys);
    return keys !== undefined;
  }

  private before({ time_zone, retention_years }: RetentionSite): string {
    return addYears(localDate(this.clock.now(), time_zone), -(retention_years ?? 0));
  }
}
