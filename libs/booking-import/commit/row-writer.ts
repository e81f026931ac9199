import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { PlacingService } from '#libs/bookings/bulk/placing.service';
import { createUnseenBookings } from '#libs/bookings/create-bookings.queries';
import { lockAllReferences } from '#libs/bookings/references.queries';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import { findOverstays, OVERSTAY } from '#libs/bookings/warnings.queries';
import {
  type BatchRow,
  bookingOf,
  goneOf,
  refused,
  resultOf,
  updateOf,
  withFailure,
} from '#libs/booking-import/commit/import-batch';
import { overstayInPlace } from '#libs/booking-import/issues';
import { changesPlace } from '#libs/booking-import/places/seek-places';
import { personOf } from '#libs/booking-import/matching/file-evidence';
import { expectedVersion } from '#libs/booking-import/preview/previewed';
import type { RowResult } from '#libs/booking-import/commit/results.queries';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { isFailure, outcomeOf, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { creationEntries } from '#libs/students/student-changes';
import { requireLocation } from '#libs/students/student-references';
import { revertStudents } from '#libs/students/students.queries';
import { StudentsService } from '#libs/students/students.service';

/** Writes the rows of a batch: bookings that they make, with their people, and bookings that they change. */
@Injectable()
export class RowWriter {
  constructor(
    private readonly clock: Clock,
    private readonly placing: PlacingService,
    private readonly updates: UpdateBookingService,
    private readonly students: StudentsService,
  ) {}

  /** Makes the bookings of rows in the order of the file, with the people that they make. */
  async createAll(tx: Transaction, access: SiteAccess, importId: string, rows: BatchRow[]): Promise<RowResult[]> {
    const people = new Map<BatchRow, Outcome<string>>();
    for (const row of rows)
      people.set(row, row.analysed.person.person_id ?? (await this.createPerson(tx, access, row)));
    const wishes = rows.flatMap((row) => {
      const person = people.get(row);
      return isFailure(person) || person === undefined ? [] : [{ row, wanted: bookingOf(row, person, access) }];
    });
    // Nobody can be deleted, and no room closed, before these bookings are in.
    const known = await lockAllReferences(tx, access.site.id, {
      people: wishes.map(leadOf),
      locations: wishes.map(({ wanted }) => wanted.booking.location),
      flags: [],
    });
    const gone = new Map(wishes.map(({ row, wanted }) => [row, goneOf(wanted, known)]));
    const able = wishes.filter(({ row }) => !gone.get(row));
    const cause = { kind: 'import' as const, id: importId };
    const placed = await this.placing.placeAll(
      tx,
      access,
      able.map(({ wanted }) => wanted),
      { source: 'import', cause, now: this.clock.now(), write: createUnseenBookings },
    );
    const outcomes = new Map(able.map(({ row }, index) => [row, placed[index]]));
    const made = placed.flatMap((each) => (isFailure(each) ? [] : each.booking._id));
    const late = await findOverstays(tx, access.site.id, made, localDate(this.clock.now(), access.site.timeZone));
    const isNew = (row: BatchRow) => row.analysed.person.person_id === null;
    const unplaced = wishes.filter(({ row }) => isNew(row) && (gone.get(row) ?? isFailure(outcomes.get(row))));
    await revertStudents(tx, access.site.id, unplaced.map(leadOf));
    const takenBack = new Set(unplaced);
    const newcomers = wishes.filter((wish) => isNew(wish.row) && !takenBack.has(wish)).map(leadOf);
    if (newcomers.length > 0)
      await recordAudits(tx, access.caller, this.clock.now(), await creationEntries(tx, access.site.id, newcomers), cause); // prettier-ignore
    return rows.map((row) => {
      const [person, missing, outcome] = [people.get(row), gone.get(row), outcomes.get(row)];
      if (missing) return withFailure(row, missing);
      if (isFailure(person)) return refused(row, person);
      if (isFailure(outcome)) return refused(row, outcome);
      if (!person || !outcome) throw new Error('a row without an outcome');
      return resultOf(row, {
        outcome: 'created',
        reason: null,
        booking_id: outcome.booking._id,
        booking_version: 1,
        overridden_booking_id: outcome.overridden,
        person_id: person,
        person_created: isNew(row),
        issues: [...row.analysed.issues, ...(late.get(outcome.booking._id) ?? []).map(overstayInPlace)],
      });
    });
  }

  private async createPerson(
    tx: Transaction,
    access: SiteAccess,
    { given, analysed }: BatchRow,
  ): Promise<Outcome<string>> {
    const person = given.resolution?.create_person;
    if (!person) return new DomainError('unknown_reference', 'nobody was chosen');
    const { first_name, last_name } = person;
    const { email, student_id } = personOf({ given, normalized: analysed.normalized });
    const room = analysed.location.location_id ?? '';
    return outcomeOf(async () => {
      const home = await requireLocation(tx, access.site.id, person.location ?? room);
      // A person who is checked in lives in the room from the start. A move there would look like a change by hand.
      const location = analysed.status?.value === 'checked_in' ? room : home;
      const request = {
        site: access.site.id,
        first_name,
        last_name,
        email: email ?? undefined,
        student_id: student_id ?? undefined,
        location,
      };
      return (await this.students.createUnrecorded(access, request))._id;
    });
  }

  /** Changes the booking of a row. */
  async update(access: SiteAccess, importId: string, row: BatchRow): Promise<RowResult> {
    const { existing, changes } = row.analysed;
    if (!existing) throw new Error('an update without a booking');
    const cause = { kind: 'import' as const, id: importId };
    const expected = expectedVersion(row.given, existing.id);
    const updated = await outcomeOf(() =>
      this.updates.update(access, existing.id, updateOf(row, access.site.id), expected, cause),
    );
    if (isFailure(updated)) return refused(row, updated);
    const late = changesPlace(changes) ? updated.warnings.filter(({ code }) => code === OVERSTAY) : [];
    return resultOf(row, {
      outcome: 'updated',
      reason: null,
      booking_id: existing.id,
      booking_version: updated.version,
      changes,
      issues: [...row.analysed.issues, ...late.flatMap(({ booking_ids: ids }) => ids.map(overstayInPlace))],
    });
  }
}

/** The person of a row; a row without one makes no booking. */
const leadOf = ({ wanted: { booking } }: { wanted: { booking: { lead_person: string | null } } }): string =>
  booking.lead_person ?? '';
