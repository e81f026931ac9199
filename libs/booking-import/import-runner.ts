import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { storedAccess } from '#libs/accounts/access/stored-access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { refreshStatistics } from '#libs/core/database/statistics';
import { DomainError } from '#libs/core/errors/domain-error';
import { isFailure, outcomeOf, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { mapWithYield, withYield } from '#libs/core/async/with-yield';
import { lockAllReferences } from '#libs/bookings/references.queries';
import { PlacingService } from '#libs/bookings/bulk/placing.service';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import { JobRunner, type RunningJob } from '#libs/jobs/job-executor';
import { creationDeeds } from '#libs/students/student-changes';
import { requireLocation } from '#libs/students/student-references';
import { revertStudents } from '#libs/students/students.queries';
import { StudentsService } from '#libs/students/students.service';
import { classifyBookingRows, readGiven, understand } from '#libs/booking-import/analyse';
import { IMPORT_KIND } from '#libs/booking-import/accept-import';
import type { Draft } from '#libs/booking-import/draft';
import {
  type BatchRow,
  bookingOf,
  goneOf,
  refused,
  repeated,
  resultOf,
  settledBefore,
  updateOf,
  withdrawn,
} from '#libs/booking-import/import-batch';
import {
  allRows,
  findImport,
  findRowsOf,
  type ImportRecord,
  lockSite,
  nextRows,
} from '#libs/booking-import/imports.queries';
import { expectedVersion } from '#libs/booking-import/previewed';
import { countDone, recordResults, type RowResult } from './results.queries.js';
import type { ReadingSite } from '#libs/booking-import/read-row';
import { statusWordsOf } from '#libs/booking-import/status-words';
import { askOfUnread } from '#libs/booking-import/unread';
import { FileEvidence } from '#libs/booking-import/file-evidence';
import { type PeopleIndex, readPeople } from '#libs/matching/people-index';
import { readLocationIndex, type LocationIndex } from '#libs/matching/location-index';
import { inRuns, isCreation, later } from '#libs/booking-import/batch-order';

/** Rows that are imported, and recorded as imported, in one transaction. */
const BATCH = 2_000;

/** The tables that rows are looked up in. */
const READ = ['students', 'locations', 'bookings', 'occupancies'];

/** A file in the hands of an attempt, with the locations that there were when it began. */
interface OpenFile {
  siteId: string;
  id: string;
  calendar: ReadingSite;
  rooms: LocationIndex;
  evidence: FileEvidence;
  people: PeopleIndex;
}

interface UnderstoodRow {
  position: number;
  draft: Draft;
}

const makesPerson = ({ draft }: UnderstoodRow): boolean => draft.given.resolution?.create_person !== undefined;

/** Imports bookings, batch by batch. Killed at any point it leaves whole batches, and the next attempt continues after them. */
@Injectable()
export class ImportRunner implements JobRunner {
  readonly kind = IMPORT_KIND;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly placing: PlacingService,
    private readonly updates: UpdateBookingService,
    private readonly students: StudentsService,
  ) {}

  async run({ siteId, id, advance }: RunningJob): Promise<void> {
    const record = await findImport(this.database, siteId, id);
    if (!record) throw new Error('a job without its import');
    const { user_id: userId, role, api_key_id: apiKeyId, key_role: keyRole, request_id: requestId } = record;
    const access = await storedAccess(this.database, { userId, siteId, role, apiKeyId, keyRole, requestId });
    const file = await this.open(access, record);
    let batch = await this.understand(file, -1);
    for (let done = await countDone(this.database, siteId, id); batch.length > 0; done += batch.length) {
      const [first = -1, last = -1] = [batch[0]?.position, batch.at(-1)?.position];
      // While PostgreSQL writes a batch, the next is read, unless it may name people whom this one makes.
      const next = later(() => this.understand(file, last));
      const begin = batch.some(makesPerson) ? () => undefined : next.begin;
      const current = batch;
      await this.database.joined(async (tx) => {
        // First of all, so that a batch belongs to the attempt that is still in charge.
        await advance(tx, done, 'importing');
        await lockSite(tx, siteId);
        const results = await this.importRows(tx, access, file, current, begin);
        await recordResults(tx, siteId, id, [first, last], results);
        await advance(tx, done + current.length, 'importing');
      });
      next.begin();
      batch = await next.result;
    }
  }

  /** Reads the file once as a whole: what each row means depends on the others. */
  private async open(
    { site: { id: siteId, timeZone } }: SiteAccess,
    { id, dates, status_words: words }: ImportRecord,
  ): Promise<OpenFile> {
    const calendar = {
      timeZone,
      today: localDate(this.clock.now(), timeZone),
      ...dates,
      statusWords: statusWordsOf(words),
    };
    const [rooms, people] = [await readLocationIndex(this.database, siteId), await readPeople(this.database, siteId)];
    const evidence = new FileEvidence(people, rooms);
    for (let after = -1; ;) {
      const rows = await allRows(this.database, siteId, id, after, BATCH);
      for await (const row of withYield(rows)) evidence.add(readGiven(row, calendar));
      const last = rows.at(-1);
      if (!last) return { siteId, id, calendar, rooms, evidence, people };
      after = last.position;
    }
  }

  private async understand(file: OpenFile, after: number): Promise<UnderstoodRow[]> {
    const { siteId, id, calendar, rooms, evidence } = file;
    await refreshStatistics(this.database, READ);
    return this.database.reading(async (tx) => {
      const rows = await nextRows(tx, siteId, id, after, BATCH);
      if (rows.length === 0) return [];
      file.people = await readPeople(tx, siteId, file.people);
      const { people } = file;
      const read = await mapWithYield(rows, (row) => readGiven(row, calendar));
      const drafts = await understand(tx, siteId, { calendar, people, rooms, file: evidence }, read);
      return rows.map(({ position }, index) => ({ position, draft: drafts[index] as Draft }));
    });
  }

  private async importRows(
    tx: Transaction,
    access: SiteAccess,
    { siteId, id: importId, calendar }: OpenFile,
    batch: UnderstoodRow[],
    begin: () => void,
  ): Promise<RowResult[]> {
    const drafts = batch.map(({ draft }) => draft);
    const analysed = askOfUnread(
      await classifyBookingRows(tx, siteId, calendar, drafts),
      drafts.map(({ given }) => given),
    );
    begin();
    const rows = batch.map(({ position, draft: { given } }, index): BatchRow => ({
      position,
      given,
      analysed: analysed[index] as BatchRow['analysed'],
    }));
    const changing = rows.flatMap(
      ({ analysed: { planned, existing } }) => (planned === 'update' && existing?.id) || [],
    );
    const earlier = await findRowsOf(tx, siteId, importId, changing);
    const results = new Map<number, RowResult>();
    for (const row of rows) {
      const before = row.analysed.planned === 'update' ? earlier.get(row.analysed.existing?.id ?? '') : undefined;
      const settled = before === undefined ? settledBefore(row) : repeated(row, before);
      if (settled) results.set(row.position, settled);
    }
    const open = rows.filter(({ position }) => !results.has(position));
    for (const run of inRuns(open)) {
      if (isCreation(run[0]))
        for (const result of await this.createAll(tx, access, importId, run)) results.set(result.position, result);
      else for (const row of run) results.set(row.position, await this.update(access, importId, row));
    }
    return [...results.values()];
  }

  private async createAll(
    tx: Transaction,
    access: SiteAccess,
    importId: string,
    rows: BatchRow[],
  ): Promise<RowResult[]> {
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
      { source: 'import', cause, now: this.clock.now() },
    );
    const outcomes = new Map(able.map(({ row }, index) => [row, placed[index]]));
    const isNew = (row: BatchRow) => row.analysed.person.person_id === null;
    const unplaced = wishes.filter(({ row }) => isNew(row) && (gone.get(row) ?? isFailure(outcomes.get(row))));
    await revertStudents(tx, access.site.id, unplaced.map(leadOf));
    const takenBack = new Set(unplaced);
    const made = wishes.filter((wish) => isNew(wish.row) && !takenBack.has(wish)).map(leadOf);
    if (made.length > 0)
      await recordAudits(tx, access.caller, this.clock.now(), await creationDeeds(tx, access.site.id, made));
    return rows.map((row) => {
      const [person, missing, outcome] = [people.get(row), gone.get(row), outcomes.get(row)];
      if (missing) return withdrawn(row, missing);
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
    const { first_name, last_name, email, student_id } = person;
    const room = analysed.location.location_id ?? '';
    return outcomeOf(async () => {
      const home = await requireLocation(tx, access.site.id, person.location ?? room);
      // Who is checked in lives in the room from the start, instead of moving there, which would look like a change by hand.
      const location = analysed.status?.value === 'checked_in' ? room : home;
      const request = { site: access.site.id, first_name, last_name, email, student_id, location };
      return (await this.students.createUnrecorded(access, request))._id;
    });
  }

  private async update(access: SiteAccess, importId: string, row: BatchRow): Promise<RowResult> {
    const { existing, changes } = row.analysed;
    if (!existing) throw new Error('an update without a booking');
    const cause = { kind: 'import' as const, id: importId };
    const expected = expectedVersion(row.given, existing.id);
    const updated = await outcomeOf(() =>
      this.updates.update(access, existing.id, updateOf(row, access.site.id), expected, cause),
    );
    if (isFailure(updated)) return refused(row, updated);
    return resultOf(row, {
      outcome: 'updated',
      reason: null,
      booking_id: existing.id,
      booking_version: updated.version,
      changes,
    });
  }
}

/** The person of a row; a row without one makes no booking. */
const leadOf = ({ wanted: { booking } }: { wanted: { booking: { lead_person: string | null } } }): string =>
  booking.lead_person ?? '';
