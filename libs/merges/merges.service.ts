import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { findBookings } from '#libs/bookings/bookings.queries';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { UPDATE_FIELDS } from '#libs/bookings/booking-fields';
import { changesBetween } from '#libs/bookings/booking-trail';
import { leaveHomes, updateHomes } from '#libs/bookings/homes.queries';
import { writeUpdates } from '#libs/bookings/updates/updates.queries';
import type { UpdatedFields } from '#libs/bookings/updates/wanted-update';
import { Database } from '#libs/core/database/database';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { lockPair, unknownStudent } from '#libs/merges/lock-pair';
import type { MergeResponse, UndoMergeResponse } from '#libs/merges/merges.dto';
import { bookingsOf, giveBelongings, givePicture, takeBelongings, takePicture } from '#libs/merges/merges.queries';
import { changesBack, changesForth, writeChanges } from '#libs/merges/record-changes';
import { type MergeSnapshot, type ReassignedBooking, renamed, restored } from '#libs/merges/snapshot';
import { StudentMerge } from '#libs/merges/student-merge.entity';
import { sightOf } from '#libs/students/sight';
import { lockStudent } from '#libs/students/student-references';
import { Student } from '#libs/students/student.entity';
import { CLASHES } from '#libs/students/students.service';
import { findFlags, findStudents } from '#libs/students/students.queries';
import { versionFor } from '#libs/students/welfare';

const DAY_MS = 86_400_000;

/** Makes one record of two that are of one person, and takes that back. */
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
      const rows = await this.rowsOf(tx, access, await bookingsOf(tx, site.id, mergedId));
      const named = rows.map((row) => ({ row, wanted: { ...row, ...renamed(row, mergedId, keptId) } }));
      await this.write(tx, access, named, now);
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
          was_active: merged.active,
          picture,
          ...(await giveBelongings(tx, site.id, mergedId, keptId)),
        } satisfies MergeSnapshot,
      });
      const [student] = await findStudents(tx, site.id, [keptId], sightOf(access));
      if (!student) throw new Error('the student vanished');
      const undo_until = new Date(now.getTime() + site.historyWindowDays * DAY_MS).toISOString();
      return { student, merged: mergedId, bookings: rows.length, undo_until };
    });
  }

  /** @throws NotFound, UnknownReference, VersionMismatch, InvalidField, DomainError `merge_final` */
  undo(access: SiteAccess, keptId: string, mergedId: string, version?: number): Promise<UndoMergeResponse> {
    const { site, caller } = access;
    const work = () =>
      this.database.transaction(async (tx) => {
        const now = this.clock.now();
        const { kept, merged } = await lockPair(tx, site.id, keptId, mergedId);
        requireVersion(versionFor(access, kept), version);
        const merge = await this.lastMerge(tx, access, keptId, mergedId, now);
        const snapshot = merge.snapshot as MergeSnapshot;
        const rows = await this.rowsOf(tx, access, snapshot.bookings.map(({ id }) => id)); // prettier-ignore
        const back = rows.map((row) => {
          const before = snapshot.bookings.find(({ id }) => id === row._id);
          return { row, wanted: { ...row, ...(before && restored(row, before, keptId, mergedId)) } };
        });
        const given = back.filter(({ row, wanted }) => changedFields(row, wanted).length > 0);
        const hasPicture =
          snapshot.picture !== null && (await takePicture(tx, site.id, snapshot.picture, keptId, mergedId));
        const changes = changesBack(kept, await findFlags(tx, site.id, keptId), snapshot.changes, { hasPicture });
        const auditEntries = await writeChanges(tx, kept, changes, {
          action: 'student.merge_undone',
          with: mergedId,
          now,
        });
        const again = { active: snapshot.was_active, deletedAt: null, version: merged.version + 1, updatedAt: now };
        await tx.repository(Student).update({ siteId: site.id, id: mergedId }, again);
        await this.write(tx, access, given, now);
        const residing = given.filter(({ row }) => row.status === 'checked_in').map(({ row }) => row._id);
        await recordAudits(tx, caller, now, [
          ...auditEntries,
          {
            ...{ siteId: site.id, action: 'student.restored', subjectKind: 'student', subjectId: mergedId },
            changes: [
              ...(snapshot.was_active ? [{ field: 'active', from: false, to: true }] : []),
              { field: 'merged_into', from: keptId, to: null },
            ],
          },
        ]);
        if (residing.length > 0) await updateHomes(tx, site.id, residing, { caller, now });
        if (residing.length > 0 && !changes.some(({ field }) => field === 'location'))
          await leaveHomes(tx, site.id, [keptId], { caller, now });
        await takeBelongings(tx, site.id, snapshot, keptId, mergedId);
        await tx.repository(StudentMerge).update({ siteId: site.id, id: merge.id }, { undoneAt: now });
        const found = await findStudents(tx, site.id, [keptId, mergedId], sightOf(access));
        const of = (id: string) => found.find(({ _id }) => _id === id);
        const [student, person] = [of(keptId), of(mergedId)];
        if (!student || !person) throw new Error('a student vanished');
        const left = back.filter(({ row }) => !given.some((each) => each.row === row)).map(({ row }) => row._id);
        return { student, restored: person, bookings: given.length, left_alone: left };
      });
    return mapConstraintErrors(CLASHES, work);
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

  private rowsOf(tx: Transaction, { site }: SiteAccess, ids: string[]): Promise<BookingFactsRow[]> {
    return findBookings(tx, site.id, ids, localDate(this.clock.now(), site.timeZone));
  }

  private async write(
    tx: Transaction,
    { site, caller }: SiteAccess,
    updates: { row: BookingFactsRow; wanted: BookingFactsRow }[],
    now: Date,
  ): Promise<void> {
    const read = updates.map(({ row, wanted }) => ({
      ...{ row, wanted, restay: undefined, cause: undefined },
      changes: changedFields(row, wanted),
    }));
    await writeUpdates(tx, site.id, read, { caller, now });
  }
}

const changedFields = (row: BookingFactsRow, wanted: BookingFactsRow) =>
  changesBetween<UpdatedFields>(row, wanted, UPDATE_FIELDS);
