import { Inject, Injectable } from '@nestjs/common';
import type { Caller, SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { keepsAnotherDatabase } from '#libs/core/backup/kept-databases';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { UPLOADS } from '#libs/core/storage/object-keys';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { RollCallCopies } from '#libs/documents/roll-call/roll-call-copies.service';
import {
  findFormer,
  findPlates,
  forgetInAnswers,
  forgetInBookings,
  forgetInTrails,
  forgetMerges,
  type Forgotten,
  lockBookingsOf,
  removeFiles,
} from '#libs/privacy/forget.queries';
import { mentionOf, mentionOfCode, mentionsInValues, mentionsOf } from '#libs/students/mentions';
import { erasedProperties } from '#libs/students/student-fields';
import { newStudentId } from '#libs/students/student-id';
import { lockStudent } from '#libs/students/student-references';
import { requireRemovable } from '#libs/students/student-removal.service';
import { Student } from '#libs/students/student.entity';
import { replaceFlags } from '#libs/students/students.queries';
import { forgetInImports } from '#libs/students/forget-in-imports.queries';

// Shorter ones are found in too much that is about something else.
const SHORTEST_NAMED_ID = 4;

/** Removes everything that identifies a person, wherever `PERSONAL_DATA` says that it is. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly rollCalls: RollCallCopies,
  ) {}

  /** Erases a student, also a deleted one. Bookings keep their rows. @throws NotFound, VersionMismatch, DomainError `has_live_bookings` */
  async erase(access: SiteAccess, id: string, version?: number): Promise<void> {
    const { site, caller } = access;
    const keys = await this.database.transaction(async (tx) => {
      await lockBookingsOf(tx, site.id, id);
      const student = await lockStudent(tx, site.id, id, { deletedToo: true });
      await requireRemovable(tx, access, student, version);
      return this.forget(tx, caller, student);
    });
    await this.database.afterCommit(() => this.removeObjects(site.id, keys));
  }

  /** Erases a student that is locked and has no live booking; returns the keys of the files to remove after the commit. */
  async forget(tx: Transaction, caller: Caller | undefined, student: Student): Promise<string[]> {
    const { siteId, id, deletedAt, version } = student;
    const at = this.clock.now();
    const former = await findFormer(tx, siteId, id);
    await replaceFlags(tx, siteId, id, []);
    const gone = {
      deletedAt: deletedAt ?? at,
      erasedAt: at,
      version: version + 1,
      updatedAt: at,
      welfareUpdatedAt: null,
    };
    await tx.repository(Student).update({ siteId, id }, { ...erasedProperties(newStudentId()), ...gone });
    const plates = await findPlates(tx, siteId, id);
    const forgotten: Forgotten = { siteId, id, ...namesOf(student, former, plates), at, caller };
    const waiting = await forgetInBookings(tx, forgotten);
    await forgetInTrails(tx, forgotten);
    await forgetInAnswers(tx, forgotten, waiting);
    await forgetInImports(tx, student, [...forgotten.names, ...forgotten.inValues]);
    const keys = await removeFiles(tx, forgotten);
    await recordAudit(tx, caller, at, { siteId, action: 'student.erased', subjectKind: 'student', subjectId: id });
    // Records that became part of this one are of the same person.
    for (const merged of await forgetMerges(tx, { siteId, id }))
      keys.push(...(await this.forget(tx, caller, await lockStudent(tx, siteId, merged, { deletedToo: true }))));
    return keys;
  }

  /** Call it after the commit. What fails, or has to wait because another database is kept, the hourly sweep does. */
  async removeObjects(siteId: string, keys: string[]): Promise<void> {
    await Promise.allSettled([this.rollCalls.forgetErased(siteId), this.removeFiles(keys)]);
  }

  private async removeFiles(keys: string[]): Promise<void> {
    if (await keepsAnotherDatabase(this.database)) return;
    // A link that was given out before takes nothing any more.
    const isUpload = (key: string) => key.startsWith(UPLOADS);
    await Promise.allSettled(keys.map((key) => (isUpload(key) ? this.store.spend(key) : this.store.remove(key))));
  }
}

function namesOf(
  student: Student,
  former: Map<string, string[]>,
  plates: string[],
): Pick<Forgotten, 'names' | 'inValues'> {
  const called = (field: string, now: string | null) => [
    ...new Set([...(now ? [now] : []), ...(former.get(field) ?? [])]),
  ];
  const [firsts, lasts] = [called('first_name', student.firstName), called('last_name', student.lastName)];
  // The only name of a person is all that texts call them.
  const alone = student.lastName === '' ? firsts.map(mentionOf) : [];
  const codes = [...called('student_id', student.studentId), ...plates].filter(
    (each) => each.length >= SHORTEST_NAMED_ID,
  );
  const names = [...alone, ...mentionsOf(firsts, lasts), ...called('email', student.email), ...codes.map(mentionOfCode)]; // prettier-ignore
  return { names, inValues: mentionsInValues(firsts, lasts) };
}
