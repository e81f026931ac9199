import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { newId } from '#libs/core/http/ids';
import { readPeople } from '#libs/matching/people-index';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { answerOf } from '#libs/students/import/answer';
import { isRepeatedHeader, requireMeanings } from '#libs/students/import/columns';
import type { ImportStudentsRequest, ImportStudentsResponse } from '#libs/students/import/import.dto';
import {
  type Absent,
  findBornAlike,
  findCandidates,
  findDateOrder,
  findHomes,
  findKnown,
  findKnownById,
  lockImports,
  planForMany,
  withKeys,
} from '#libs/students/import/import.queries';
import { deactivate } from './write-students.queries.js';
import { type Done, recordImport } from '#libs/students/import-history/history.queries';
import { listOf } from '#libs/students/import/identity';
import { classifyStudentRows } from '#libs/students/import/classify-rows';
import { meantByWords } from '#libs/students/import/meant-by-words';
import { settleWholeNames } from '#libs/students/import/whole-names';
import { type Candidate, presentIn } from '#libs/students/import/possible-matches';
import { renamedOf } from '#libs/students/import/renamed';
import { Register } from '#libs/students/import/verdicts';
import type { KeyedRow } from '#libs/students/import/known';
import { creationEntries } from '#libs/students/student-changes';
import { auditEntriesOf, isChange, planOf, type Step, stepsOf } from '#libs/students/import/plan';
import { withBirthDates } from '#libs/students/import/birth-dates';
import { type Followed, followMerged } from '#libs/students/import/merged';
import { findFormerIdentities } from '#libs/matching/merged-people.queries';
import { refuseEdits } from '#libs/students/import/edited-exports';
import { withFurtherFields } from '#libs/students/import/json-rows';
import { withLines } from '#libs/students/import/lines';
import { Places } from '#libs/students/import/places';
import { exportedUntil } from '#libs/students/import/stale';
import { withSheet } from '#libs/students/import/sheets';
import { type ReadRow, readRow } from '#libs/students/import/rows';
import { findLeaving, Leaving, writeSteps } from '#libs/students/import/write-steps';
import { warningsOf } from '#libs/students/import/warnings';
import { UsualIds } from '#libs/students/import/usual-ids';

/** How often an import starts again because a single change took an identity that it was about to give. */
const ATTEMPTS = 5;
/** After so many rows, what PostgreSQL knows of the students is of another time. */
const MANY = 2_000;

/** Reads a list of students into a site. The number of statements does not grow with the rows. */
@Injectable()
export class StudentImportService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `empty_full_import`, `deactivation_threshold_exceeded`, `validation_failed` (an empty partial list) */
  async import(access: SiteAccess, request: ImportStudentsRequest): Promise<ImportStudentsResponse> {
    requireRows(request);
    requireMeanings(request.columns);
    const lines = withLines(request.students, request.columns);
    const given = withFurtherFields(lines, access.site.id, request.columns);
    const checked = await withSheet(this.database, access.site, given, request.columns, this.clock.now());
    const rows = checked.filter((row) => !isRepeatedHeader(row, request.columns)).map(readRow);
    const answer = await this.database.transaction(async (tx) => {
      if (!request.dry_run) await lockImports(tx, access.site.id);
      for (let attempt = 1; ; attempt++) {
        try {
          return await tx.part(() => this.attempt(tx, access, request, rows));
        } catch (error) {
          const constraint = sqlState(error).constraint ?? '';
          if (!['students_student_id_1', 'students_email_1'].includes(constraint)) throw error;
          if (attempt === ATTEMPTS) throw new DomainError('dependency_unavailable', 'Too many other changes at once.');
        }
      }
    });
    if (rows.length > MANY && !request.dry_run) await this.database.rows('ANALYZE students');
    return answer;
  }

  private async attempt(
    tx: Transaction,
    access: SiteAccess,
    request: ImportStudentsRequest,
    sent: ReadRow[],
  ): Promise<ImportStudentsResponse> {
    const { id: siteId } = access.site;
    const dryRun = request.dry_run ?? false;
    if (dryRun) await tx.rows('SET TRANSACTION READ ONLY');
    await planForMany(tx);
    const today = localDate(this.clock.now(), access.site.timeZone);
    const read = withBirthDates(sent, { siteOrder: await findDateOrder(tx, siteId), today });
    const places = await Places.read(tx, siteId, read, !dryRun);
    const given = (await withKeys(tx, read)).map((row) => places.locate(row));
    const { rows: keyed, candidates: merged } = await this.follow(tx, siteId, given);
    const known = await findKnown(tx, siteId, keyed, !dryRun);
    const register = new Register(known);
    const placed = keyed.map((row) => places.settle(row, register.namedBy(row)));
    const people = await readPeople(tx, siteId);
    const rows = settleWholeNames(placed, register, people, places.isPlace);
    const homes = await findHomes(tx, siteId, known.map(({ id }) => id), today); // prettier-ignore
    const strangers = rows.filter((row) => register.namedBy(row).length === 0);
    const named = await findCandidates(tx, siteId, strangers);
    // Whom another row means by an id that lost its zeros is in the list.
    const meant = new Set(named.flatMap(({ id, by }) => (by === 'student_id' ? id : [])));
    const isLeaving = ({ id, by, active }: Candidate) => request.type === 'full' && by === 'name' && active === true && !meant.has(id); // prettier-ignore
    const candidates = [
      ...merged,
      ...named.map((each) => (isLeaving(each) ? { ...each, by: 'leaving' as const } : each)),
      ...(await findBornAlike(tx, siteId, strangers)),
      ...(request.type === 'full' ? renamedOf(rows, register, people) : []),
    ];
    const verdicts = classifyStudentRows(rows, register, candidates, {
      people,
      list: listOf(rows, people),
      ids: new UsualIds(rows, people),
      homes,
      isPlace: places.isPlace,
      isRoom: places.isRoom,
      timeZone: access.site.timeZone,
      today,
    });
    await refuseEdits(tx, siteId, verdicts, access.site.timeZone);
    const steps = stepsOf(verdicts);
    const listEnd = { isCutOff: rows.at(-1)?.cause === 'ragged_row', exportedUntil: exportedUntil(rows, access.site.timeZone) }; // prettier-ignore
    const absent =
      request.type === 'full' && steps.length > 0
        ? await findLeaving(tx, siteId, [...presentIn(verdicts, register, candidates, places.isRoom), ...meantByWords(verdicts, register, people)], listEnd, request.confirm_deactivations) // prettier-ignore
        : { leaving: [], kept: [] };
    const id = newId();
    const { leaving, kept } = dryRun ? absent : await this.write(tx, access, { id, type: request.type }, steps, absent);
    const isNews = leaving.length > 0 || steps.some(isChange);
    const importId = dryRun || !isNews ? null : id;
    if (importId) await this.record(tx, access, { id: importId, type: request.type }, steps, leaving);
    const warnings = await warningsOf(tx, access.site, steps, this.clock.now());
    return answerOf(siteId, { importId, verdicts, steps, deactivated: leaving, kept, warnings }, dryRun);
  }

  /** Lets rows that name a record by what it was called before it was merged name the one that stayed. */
  private async follow(tx: Transaction, siteId: string, rows: KeyedRow[]): Promise<Followed> {
    const former = await findFormerIdentities(tx, siteId);
    if (former.length === 0) return { rows, candidates: [] };
    const survivors = await findKnownById(tx, siteId, former.map(({ id }) => id)); // prettier-ignore
    return followMerged(rows, await findKnown(tx, siteId, rows, false), former, survivors);
  }

  private async write(
    tx: Transaction,
    access: SiteAccess,
    { id, type }: Pick<ImportStudentsRequest, 'type'> & { id: string },
    steps: Step[],
    { leaving, kept }: Leaving,
  ): Promise<Leaving> {
    const { id: siteId } = access.site;
    const now = this.clock.now();
    const gone = leaving.length > 0 ? await deactivate(tx, siteId, leaving.map(({ id }) => id), now) : new Set(); // prettier-ignore
    const deactivated = leaving.filter(({ id }) => gone.has(id));
    const plan = await writeSteps(tx, siteId, planOf(steps), now);
    const created = await creationEntries(tx, siteId, plan.creations.map(({ record }) => record.id)); // prettier-ignore
    const auditEntries = auditEntriesOf(siteId, type, plan, created, deactivated);
    const cause = { kind: 'import', id } as const;
    if (auditEntries.length > 0) await recordAudits(tx, access.caller, now, auditEntries, cause);
    return { leaving: deactivated, kept: [...kept, ...leaving.filter(({ id }) => !gone.has(id))] };
  }

  /** Writes down what became of each student, so that it can be read and undone. */
  private record(
    tx: Transaction,
    { site, caller }: SiteAccess,
    of: { id: string; type: string },
    steps: Step[],
    deactivated: Absent[],
  ): Promise<void> {
    const accepted = steps.filter(({ verdict }) => verdict.cause === null);
    const done: Done[] = [
      ...accepted.map(({ verdict, record, changes }) => ({
        id: record.id,
        action: verdict.known
          ? changes.length > 0
            ? ('changed' as const)
            : ('unchanged' as const)
          : ('created' as const),
        changes,
      })),
      ...deactivated.map(({ id }) => ({
        id,
        action: 'deactivated' as const,
        changes: [{ field: 'active', from: true, to: false }],
      })),
    ];
    return recordImport(tx, { siteId: site.id, ...of, userId: caller.userId, now: this.clock.now() }, done);
  }
}

function requireRows({ type, students }: ImportStudentsRequest): void {
  if (students.length > 0) return;
  if (type === 'full')
    throw new DomainError('empty_full_import', 'The list is empty, so everybody would be deactivated.');
  throw new InvalidField('validation_failed', '/students', 'must have at least one entry');
}
