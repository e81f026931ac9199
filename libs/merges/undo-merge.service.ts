import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { mapConstraintErrors, sqlState } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { Clock } from '#libs/core/time/clock';
import { restoreHomes } from '#libs/merges/homes-back';
import { lockPair, unknownStudent } from '#libs/merges/lock-pair';
import { identityBack } from '#libs/merges/identity-back';
import type { UndoMergeResponse } from '#libs/merges/merges.dto';
import { giveBelongings, takePicture } from '#libs/merges/merges.queries';
import { changesOfNames, rowsOf, writeNames } from '#libs/merges/named-bookings';
import { changesBack, writeChanges } from '#libs/merges/record-changes';
import { type MergeSnapshot, restored } from '#libs/merges/snapshot';
import { StudentMerge } from '#libs/merges/student-merge.entity';
import { sightOf } from '#libs/students/sight';
import { Student } from '#libs/students/student.entity';
import { findFlags, findStudents } from '#libs/students/students.queries';
import { CLASHES } from '#libs/students/students.service';
import { versionFor } from '#libs/students/welfare';

const DAY_MS = 86_400_000;
const ATTEMPTS = 3;

/** Makes two records again of one that was merged. */
@Injectable()
export class UndoMergeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, UnknownReference, VersionMismatch, DomainError `merge_final`, `student_id_in_use` */
  async undo(access: SiteAccess, keptId: string, mergedId: string, version?: number): Promise<UndoMergeResponse> {
    const work = () =>
      this.database.transaction((tx) => this.restore(tx, access, { keptId, mergedId, version, now: this.clock.now() }));
    for (let attempt = 1; ; attempt++)
      try {
        return await mapConstraintErrors(attempt === ATTEMPTS ? CLASHES : {}, work);
      } catch (error) {
        // Somebody got the student id or the email at the same moment: the next attempt sees who.
        if (attempt === ATTEMPTS || !((sqlState(error).constraint ?? '') in CLASHES)) throw error;
      }
  }

  private async restore(
    tx: Transaction,
    access: SiteAccess,
    { keptId, mergedId, version, now }: { keptId: string; mergedId: string; version: number | undefined; now: Date },
  ): Promise<UndoMergeResponse> {
    const { site, caller } = access;
    const { kept, merged } = await lockPair(tx, site.id, keptId, mergedId);
    requireVersion(versionFor(access, kept), version);
    const merge = await this.lastMerge(tx, access, keptId, mergedId, now);
    const snapshot = merge.snapshot as MergeSnapshot;
    const rows = await rowsOf(tx, access, snapshot.bookings.map(({ id }) => id), now); // prettier-ignore
    const back = rows.map((row) => {
      const before = snapshot.bookings.find(({ id }) => id === row._id);
      return { row, wanted: { ...row, ...(before && restored(row, before, keptId, mergedId)) } };
    });
    const given = back.filter((each) => changesOfNames(each).length > 0);
    const hasPicture =
      snapshot.picture !== null && (await takePicture(tx, site.id, snapshot.picture, keptId, mergedId));
    const changes = changesBack(kept, await findFlags(tx, site.id, keptId), snapshot.changes, { hasPicture });
    const of = { action: 'student.merge_undone', with: mergedId, now };
    const auditEntries = await writeChanges(tx, kept, changes, of);
    const identity = await identityBack(tx, merged);
    const again = { active: snapshot.was_active, deletedAt: null, version: merged.version + 1, updatedAt: now };
    await tx.repository(Student).update({ siteId: site.id, id: mergedId }, { ...again, ...identity.columns });
    await writeNames(tx, access, given, now);
    await recordAudits(tx, caller, now, [
      ...auditEntries,
      {
        ...{ siteId: site.id, action: 'student.restored', subjectKind: 'student', subjectId: mergedId },
        changes: [
          ...(snapshot.was_active ? [{ field: 'active', from: false, to: true }] : []),
          ...identity.changes,
          { field: 'merged_into', from: keptId, to: null },
        ],
      },
    ]);
    await restoreHomes(tx, { kept, merged, snapshot, since: merge.mergedAt }, { caller, now });
    await giveBelongings(tx, { siteId: site.id, from: keptId, to: mergedId, now, caller }, snapshot);
    await tx.repository(StudentMerge).update({ siteId: site.id, id: merge.id }, { undoneAt: now });
    const found = await findStudents(tx, site.id, [keptId, mergedId], sightOf(access));
    const [student, person] = [keptId, mergedId].map((id) => found.find(({ _id }) => _id === id));
    if (!student || !person) throw new Error('a student vanished');
    const left_alone = back.filter((each) => !given.includes(each)).map(({ row }) => row._id);
    return { student, restored: person, bookings: given.length, left_alone, not_restored: identity.lost };
  }

  private async lastMerge(tx: Transaction, { site }: SiteAccess, keptId: string, mergedId: string, now: Date) {
    const [merge] = await tx.repository(StudentMerge).find({
      where: { siteId: site.id, mergedId },
      order: { mergedAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    if (merge?.keptId !== keptId || merge.undoneAt) throw unknownStudent();
    if (now.getTime() - merge.mergedAt.getTime() > site.historyWindowDays * DAY_MS)
      throw new DomainError('merge_final', `The records were merged more than ${site.historyWindowDays} days ago.`);
    return merge;
  }
}
