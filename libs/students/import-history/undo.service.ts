import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { Clock } from '#libs/core/time/clock';
import { lockImports } from '#libs/students/import/import.queries';
import type { StudentImportResponse } from '#libs/students/import-history/history.dto';
import {
  type Current,
  findAsWritten,
  findHistory,
  findTaken,
  type HistoryRow,
  lockCurrent,
  lockStudentImport,
  markUndone,
  recordUndone,
  removeStudents,
  restoreStudents,
} from '#libs/students/import-history/history.queries';
import { lockLocations } from '#libs/students/import/import.queries';
import { StudentImportHistoryService } from '#libs/students/import-history/history.service';
import { changesOf, studentEntry } from '#libs/students/student-changes';

/** How often the undo looks again because a single change took an identity that it was about to give back. */
const ATTEMPTS = 5;

interface Verdict {
  row: HistoryRow;
  outcome: 'reversed' | 'kept' | 'blocked';
  reason: string | null;
}

const kept = (row: HistoryRow, reason: string): Verdict => ({ row, outcome: 'kept', reason });
const blocked = (row: HistoryRow, reason: string): Verdict => ({ row, outcome: 'blocked', reason });
const reversed = (row: HistoryRow): Verdict => ({ row, outcome: 'reversed', reason: null });

/** Reverts imports of students, except for students who were changed since. */
@Injectable()
export class StudentImportUndoService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly history: StudentImportHistoryService,
  ) {}

  /** A repeated call returns the same, unless rows were blocked, or kept because of a later import that is undone by now: these are tried again. @throws NotFound, DomainError `dependency_unavailable` */
  async undo(access: SiteAccess, id: string): Promise<StudentImportResponse> {
    const siteId = access.site.id;
    await this.database.transaction(async (tx) => {
      await lockImports(tx, siteId);
      const record = await lockStudentImport(tx, siteId, id);
      if (!record) throw new NotFound('The import');
      if (record.undone_at !== null && !(await this.hasLeft(tx, siteId, id))) return;
      for (let attempt = 1; ; attempt++) {
        try {
          return await tx.part(() => this.reverse(tx, access, id));
        } catch (error) {
          const constraint = sqlState(error).constraint ?? '';
          if (!['students_student_id_1', 'students_email_1'].includes(constraint)) throw error;
          if (attempt === ATTEMPTS) throw new DomainError('dependency_unavailable', 'Too many other changes at once.');
        }
      }
    });
    return this.history.get(access, id);
  }

  private async hasLeft(tx: Transaction, siteId: string, id: string): Promise<boolean> {
    const rows = (await findHistory(tx, siteId, id)).filter(isOpen);
    if (rows.some(({ undo_outcome }) => undo_outcome === 'blocked')) return true;
    return (await findAsWritten(tx, siteId, rows)).size > 0;
  }

  private async reverse(tx: Transaction, access: SiteAccess, id: string): Promise<void> {
    const siteId = access.site.id;
    const now = this.clock.now();
    const rows = (await findHistory(tx, siteId, id)).filter(isOpen);
    const current = await lockCurrent(tx, siteId, rows.map(({ student }) => student)); // prettier-ignore
    const asWritten = await findAsWritten(tx, siteId, rows);
    const verdicts = rows.map((row) => checkUndo(row, current.get(row.student), asWritten));
    const restored = await this.restorable(tx, siteId, verdicts, current);
    const removed = verdicts.filter(({ row, outcome }) => outcome === 'reversed' && row.action === 'created');
    if (restored.length > 0) await restoreStudents(tx, siteId, restored, now);
    if (removed.length > 0) await removeStudents(tx, siteId, removed.map(({ row }) => row.student), now); // prettier-ignore
    const undone = verdicts.map(({ row: { position }, outcome, reason }) => ({ position, outcome, reason }));
    await recordUndone(tx, siteId, id, undone);
    await markUndone(tx, siteId, id, now);
    const auditEntries = [
      ...removed.map(({ row }) => studentEntry(siteId, 'student.deleted', row.student)),
      ...restored.map((record) => {
        const before = current.get(record.id) as Current;
        return studentEntry(siteId, 'student.updated', record.id, changesOf(before, record));
      }),
    ];
    if (auditEntries.length > 0) await recordAudits(tx, access.caller, now, auditEntries, { kind: 'undo', id });
  }

  /** The students that get their values back; a row whose values are not free is blocked. */
  private async restorable(
    tx: Transaction,
    siteId: string,
    verdicts: Verdict[],
    current: Map<string, Current>,
  ): Promise<Current[]> {
    const open = () => verdicts.filter(({ row, outcome }) => outcome === 'reversed' && row.action !== 'created');
    const there = await lockLocations(tx, siteId, open().flatMap(({ row }) => beforeOf(row, current).location ?? [])); // prettier-ignore
    const isThere = (location: string | null) => location === null || there.has(location);
    for (const verdict of open())
      if (!isThere(beforeOf(verdict.row, current).location))
        Object.assign(verdict, blocked(verdict.row, 'The previous location no longer exists.'));
    // A student who is not reverted may hold what another one would get back, and so on.
    for (;;) {
      const records = open().map(({ row }) => beforeOf(row, current));
      const gone = verdicts.filter(({ row, outcome }) => outcome === 'reversed' && row.action === 'created');
      const leaving = [...records.map(({ id }) => id), ...gone.map(({ row }) => row.student)];
      const taken = await findTaken(tx, siteId, records, leaving);
      if (taken.size === 0) return records;
      for (const verdict of open())
        if (taken.has(verdict.row.student))
          Object.assign(verdict, blocked(verdict.row, 'Somebody else has the student id or the email of before.'));
    }
  }
}

const CHANGED = 'The student was changed since.';

/** What an import changed since may be undone by now. What a person did stays in the audit, and the row is kept again. */
const isOpen = ({ action, undo_outcome: outcome, undo_reason: reason }: HistoryRow): boolean =>
  action !== 'unchanged' && (outcome === null || outcome === 'blocked' || (outcome === 'kept' && reason === CHANGED));

function checkUndo(row: HistoryRow, student: Current | undefined, asWritten: ReadonlySet<string>): Verdict {
  if (!student || student.deleted) return kept(row, 'The student was deleted since.');
  if (!asWritten.has(student.id)) return kept(row, CHANGED);
  if (row.action === 'created' && student.live) return kept(row, 'The student has a live booking.');
  if (row.changes.length === 0 && row.action === 'changed')
    return blocked(row, 'What it was before was removed some time after the import.');
  return reversed(row);
}

/** The student with the values of before. */
function beforeOf({ student, action, changes }: HistoryRow, current: Map<string, Current>): Current {
  const now = current.get(student) as Current;
  const old = Object.fromEntries(changes.map(({ field, from }) => [field, from]));
  return { ...now, ...old, ...(action === 'deactivated' && { active: true }) };
}
