import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import type { AuditCause } from '#libs/accounts/audit/audit-event.entity';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { Clock } from '#libs/core/time/clock';
import { studentEntry } from '#libs/students/student-changes';
import { lockStudent } from '#libs/students/student-references';
import { Student } from '#libs/students/student.entity';
import { versionFor } from '#libs/students/welfare';
import { hasLiveBooking } from '#libs/students/students.queries';

@Injectable()
export class StudentRemovalService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Hides a student for good; the record stays for the bookings of the past. @throws NotFound, VersionMismatch, DomainError `has_live_bookings` */
  async delete(access: SiteAccess, id: string, version?: number, cause?: AuditCause): Promise<void> {
    await this.database.transaction(async (tx) => {
      const student = await lockStudent(tx, access.site.id, id);
      await requireRemovable(tx, access, student, version);
      const { siteId, version: current } = student;
      const now = this.clock.now();
      const gone = { active: false, deletedAt: now, version: current + 1, updatedAt: now };
      await tx.repository(Student).update({ siteId, id }, gone);
      await recordAudits(tx, access.caller, now, [studentEntry(siteId, 'student.deleted', id)], cause);
    });
  }
}

/** A separate statement after the lock, so that it sees a booking that was made while the lock was waited for. @throws VersionMismatch, DomainError `has_live_bookings` */
export async function requireRemovable(
  tx: Transaction,
  access: SiteAccess,
  student: Student,
  version?: number,
): Promise<void> {
  requireVersion(versionFor(access, student), version);
  if (await hasLiveBooking(tx, student.siteId, student.id))
    throw new DomainError('has_live_bookings', 'The student has a live booking. End it first.');
}
