import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { storedAccess } from '#libs/accounts/access/stored-access';
import { Database } from '#libs/core/database/database';
import { pipelined, type Transaction } from '#libs/core/database/transaction';
import { refreshStatistics } from '#libs/core/database/statistics';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { eachWithYield, mapWithYield } from '#libs/core/async/with-yield';
import { JobRunner, type RunningJob } from '#libs/jobs/job-executor';
import { classifyBookingRows, readGiven, understand } from '#libs/booking-import/analyse';
import { IMPORT_KIND } from '#libs/booking-import/commit/accept-import';
import type { Draft, GivenRow } from '#libs/booking-import/draft';
import { type BatchRow, repeated, resultWithoutWrite } from '#libs/booking-import/commit/import-batch';
import {
  allRows,
  findImport,
  findRowsOf,
  type ImportRecord,
  lockSite,
  nextRows,
  type StoredRow,
} from '#libs/booking-import/commit/imports.queries';
import type { Issue } from '#libs/booking-import/issues';
import { Rivals, rivalsOf } from '#libs/booking-import/places/rivals';
import { RowWriter } from '#libs/booking-import/commit/row-writer';
import { countDone, recordResults, type RowResult } from '#libs/booking-import/commit/results.queries';
import type { ReadingSite } from '#libs/booking-import/rows/read-row';
import { statusWordsOf } from '#libs/matching/status-words';
import { askOfUnread } from '#libs/booking-import/columns/unread';
import { FileEvidence } from '#libs/booking-import/matching/file-evidence';
import { type PeopleIndex, readPeople } from '#libs/matching/people-index';
import { readLocationIndex, type LocationIndex } from '#libs/matching/location-index';
import { inRuns, isCreation, later } from '#libs/booking-import/commit/batch-order';

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
  /** The rows whose place an earlier row requests, by their numbers. */
  rivals: ReadonlyMap<number, Issue>;
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
    private readonly writer: RowWriter,
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
    const [rooms, people] = await Promise.all([
      readLocationIndex(this.database, siteId),
      readPeople(this.database, siteId),
    ]);
    const evidence = new FileEvidence(people, rooms);
    const rivals = new Rivals(rooms);
    const file = { siteId, id, calendar, rooms, evidence, people };
    for await (const rows of this.allOf(siteId, id))
      await eachWithYield(rows, (row) => {
        const read = readGiven(row, calendar);
        evidence.add(read);
        rivals.add(read);
      });
    return { ...file, rivals: await this.rivalsIn(file, await rivals.suspects(this.database, siteId)) };
  }

  private async *allOf(siteId: string, id: string): AsyncGenerator<StoredRow[]> {
    const after = (position: number) => pipelined(allRows(this.database, siteId, id, position, BATCH));
    let rows = await after(-1);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      // PostgreSQL looks the next ones up while these are read.
      const next = after(last.position);
      yield rows;
      rows = await next;
    }
  }

  /** Places the rows that may be in each other's way in the order of the file, as a preview does. */
  private async rivalsIn(file: Omit<OpenFile, 'rivals'>, suspects: Set<number>): Promise<Map<number, Issue>> {
    const { siteId, id, calendar, rooms, people, evidence } = file;
    const given: GivenRow[] = [];
    if (suspects.size === 0) return new Map();
    for await (const rows of this.allOf(siteId, id)) given.push(...rows.filter(({ row_index }) => suspects.has(row_index))); // prettier-ignore
    return this.database.reading((tx) => rivalsOf(tx, siteId, { calendar, people, rooms, file: evidence }, given));
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
    { siteId, id: importId, calendar, rivals }: OpenFile,
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
      const settled =
        before === undefined ? resultWithoutWrite(row, rivals.get(row.given.row_index)) : repeated(row, before);
      if (settled) results.set(row.position, settled);
    }
    const open = rows.filter(({ position }) => !results.has(position));
    for (const run of inRuns(open)) {
      if (isCreation(run[0]))
        for (const result of await this.writer.createAll(tx, access, importId, run))
          results.set(result.position, result);
      else for (const row of run) results.set(row.position, await this.writer.update(access, importId, row));
    }
    return [...results.values()];
  }
}
