import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import type { SiteAccess } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudits } from '#libs/accounts/audit/audit';

const EVERY_MS = 5_000;
const MOST_WAITING = 1_000;

interface Read {
  access: SiteAccess;
  auditEntry: AuditEntry;
  at: Date;
}

/**
 * Writes down who read welfare data, a few seconds later and together: a read stays a read. The same person looking at the
 * same record again meanwhile counts once. What a process that is killed had not written yet is lost.
 */
@Injectable()
export class WelfareReads implements OnApplicationShutdown {
  private readonly logger = new Logger('audit');
  private readonly waiting = new Map<string, Read>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Notes that a list (`students`) or one student with welfare data was shown. */
  note(access: SiteAccess, studentId?: string): void {
    const siteId = access.site.id;
    const auditEntry: AuditEntry = studentId
      ? { siteId, action: 'student.welfare_read', subjectKind: 'student', subjectId: studentId }
      : { siteId, action: 'students.welfare_read', subjectKind: 'site', subjectId: siteId };
    const { userId, apiKey } = access.caller;
    const key = [userId, apiKey?.id, siteId, auditEntry.subjectId].join();
    if (!this.waiting.has(key)) this.waiting.set(key, { access, auditEntry, at: this.clock.now() });
    if (this.waiting.size >= MOST_WAITING) void this.flush();
    this.timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
  }

  /** Writes the collected reads. A failure is logged: no request waits for this. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const reads = [...this.waiting.values()];
    this.waiting.clear();
    for (const { access, auditEntry, at } of reads)
      await recordAudits(this.database, access.caller, at, [auditEntry]).catch((error: unknown) =>
        this.logger.error({ err: error }, 'A read of welfare data could not be written down'),
      );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
