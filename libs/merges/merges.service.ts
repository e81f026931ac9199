import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { updateHomes } from '#libs/bookings/homes.queries';
import { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { lockPair, unknownStudent } from '#libs/merges/lock-pair';
import type { MergeResponse } from '#libs/merges/merges.dto';
import { bookingsOf, giveBelongings, givePicture } from '#libs/merges/merges.queries';
import { rowsOf, writeNames } from '#libs/merges/named-bookings';
import { changesForth, writeChanges } from '#libs/merges/record-changes';
import { type MergeSnapshot, type ReassignedBooking, renamed } from '#libs/merges/snapshot';
import { StudentMerge } from '#libs/merges/student-merge.entity';
import { sightOf } from '#libs/students/sight';
import { lockStudent } from '#libs/students/student-references';
import { Student } from '#libs/students/student.entity';
import type { Change } from '#libs/students/student-changes';
import { findFlags, findStudents } from '#libs/students/students.queries';
import { versionFor } from '#libs/students/welfare';

const DAY_MS = 86_400_000;

/** Makes one record of two that are of one person. */
@Injectable()
export class MergesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, UnknownReference, InvalidField, VersionMismatch */
  merge(access: SiteAccess, keptId: string, mergedId: string, version?: number): Promise<MergeResponse> {
    const { site, caller } = access;
    if (keptId === mergedId) throw new InvalidField('validation_failed', '/student', 'must be another record');
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const { kept, merged } = await lockPair(tx, site.id, keptId, mergedId);
      if (merged.deletedAt) throw unknownStudent();
      requireVersion(versionFor(access, kept), version);
      const rows = await rowsOf(tx, access, await bookingsOf(tx, site.id, mergedId), now);
      const named = rows.map((row) => ({ row, wanted: { ...row, ...renamed(row, mergedId, keptId) } }));
      await writeNames(tx, access, named, now);
      const residing = rows.filter(({ status }) => status === 'checked_in').map(({ _id }) => _id);
      if (residing.length > 0) await updateHomes(tx, site.id, residing, { caller, now });
      // The email is unique among the records that are not deleted.
      const gone = { active: false, deletedAt: now, version: merged.version + 1, updatedAt: now };
      await tx.repository(Student).update({ siteId: site.id, id: mergedId }, gone);
      const flags = [await findFlags(tx, site.id, keptId), await findFlags(tx, site.id, mergedId)] as const;
      const picture = await givePicture(tx, site.id, mergedId, keptId);
      const housed = await lockStudent(tx, site.id, keptId);
      const changes = changesForth({ kept: housed, merged, flags, picture });
      const home = { field: 'location', from: kept.locationId, to: housed.locationId };
      const auditEntries = await writeChanges(tx, housed, changes, { action: 'student.merged', with: mergedId, now });
      await recordAudits(tx, caller, now, [
        ...auditEntries,
        {
          ...{ siteId: site.id, action: 'student.merged_away', subjectKind: 'student', subjectId: mergedId },
          changes: [
            ...(merged.active ? [{ field: 'active', from: true, to: false }] : []),
            { field: 'merged_into', from: null, to: keptId },
          ],
        },
      ]);
      await tx.repository(StudentMerge).insert({
        siteId: site.id,
        id: newId(),
        keptId,
        mergedId,
        mergedAt: now,
        mergedBy: caller.userId,
        snapshot: {
          bookings: named.map(({ row, wanted }): ReassignedBooking => ({
            id: row._id,
            led: row.lead_person === mergedId,
            additional_people: { before: row.additional_people, after: wanted.additional_people },
          })),
          changes: [...(home.from === home.to ? [] : [home]), ...changes],
          homes: { before: kept.locationId, after: homeOf(changes, housed.locationId) },
          was_active: merged.active,
          picture,
          ...(await giveBelongings(tx, { siteId: site.id, from: mergedId, to: keptId, now, caller })),
        } satisfies MergeSnapshot,
      });
      const [student] = await findStudents(tx, site.id, [keptId], sightOf(access));
      if (!student) throw new Error('the student vanished');
      const undo_until = new Date(now.getTime() + site.historyWindowDays * DAY_MS).toISOString();
      return { student, merged: mergedId, bookings: rows.length, undo_until };
    });
  }
}

/** The home of the record that stays, when the merge is done. */
const homeOf = (changes: Change[], home: string | null): string | null => {
  const given = changes.find(({ field }) => field === 'location');
  return given ? (given.to as string) : home;
};
