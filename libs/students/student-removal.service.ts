import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database, type Transaction } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { Clock } from '#libs/core/time/clock';
import { newStudentId } from '#libs/students/student-id';
import { lockStudent } from '#libs/students/student-references';
import { Student } from '#libs/students/student.entity';
import { forgetInImports, forgetPicture, hasLiveBooking, replaceFlags } from '#libs/students/students.queries';

@Injectable()
export class StudentRemovalService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Hides a student for good; the record stays for the bookings of the past. @throws NotFound, VersionMismatch, DomainError `has_live_bookings` */
  async delete(access: SiteAccess, id: string, version?: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const student = await lockStudent(tx, access.site.id, id);
      await requireRemovable(tx, student, version);
      await this.remove(tx, access, student, 'student.deleted');
    });
  }

  /** Removes everything that tells who a student was, also of a deleted one. Bookings keep their rows. @throws as delete */
  async erase(access: SiteAccess, id: string, version?: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const student = await lockStudent(tx, access.site.id, id, { deletedToo: true });
      await requireRemovable(tx, student, version);
      await replaceFlags(tx, access.site.id, id, []);
      await forgetPicture(tx, access.site.id, id);
      await forgetInImports(tx, student);
      await this.remove(tx, access, student, 'student.erased', { ...nobody(), erasedAt: this.clock.now() });
    });
  }

  private async remove(
    tx: Transaction,
    { caller }: SiteAccess,
    { siteId, id, deletedAt, version }: Student,
    action: 'student.deleted' | 'student.erased',
    more: Partial<Student> = {},
  ): Promise<void> {
    const now = this.clock.now();
    const gone = { active: false, deletedAt: deletedAt ?? now, version: version + 1, updatedAt: now };
    await tx.manager.update(Student, { siteId, id }, { ...more, ...gone });
    await recordAudit(tx, caller, now, { siteId, action, subjectKind: 'student', subjectId: id });
  }
}

const nobody = (): Partial<Student> => ({
  firstName: 'Erased',
  lastName: 'Erased',
  email: null,
  photoUrl: null,
  studentId: newStudentId(),
  welfareFlag: false,
  welfareStateId: null,
});

// A statement of its own after the lock: only so does it see a booking that came in while the lock was waited for.
async function requireRemovable(tx: Transaction, student: Student, version?: number): Promise<void> {
  requireVersion(student.version, version);
  if (await hasLiveBooking(tx, student.siteId, student.id))
    throw new DomainError('has_live_bookings', 'The student has a live booking. End it first.');
}
