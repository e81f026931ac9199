import { findHolders, insertStudents, updateStudents } from './write-students.queries.js';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import type { Verdict } from '#libs/students/import/verdicts';
import { type Absent, countActive, countMadeAfter, findAbsent } from '#libs/students/import/import.queries';
import type { Plan, Step } from '#libs/students/import/plan';

/** A full list may deactivate so many without confirmation, or this part of the active ones, whichever is more. */
const FEW = 5;
const PART = 0.1;

/** Absent students of a full list: those who are deactivated, and those whom a live booking keeps. */
export interface Leaving {
  leaving: Absent[];
  kept: Absent[];
}

/** What a list says of its own age and end. */
export interface ListEnd {
  /** Its last line has fewer or more cells than its header. */
  isCutOff: boolean;
  /** The last change of a student that it knows of, if it was exported. */
  exportedUntil: Date | null;
}

/** @throws DomainError `deactivation_threshold_exceeded` when they are many, or may not be meant, and their number was not confirmed */
export async function findLeaving(
  tx: Transaction,
  siteId: string,
  present: string[],
  { isCutOff, exportedUntil }: ListEnd,
  confirmed: number | undefined,
): Promise<Leaving> {
  const absent = await findAbsent(tx, siteId, present);
  const leaving = absent.filter(({ live }) => !live);
  const active = await countActive(tx, siteId);
  const deactivations = leaving.length;
  const newer = exportedUntil ? await countMadeAfter(tx, siteId, leaving.map(({ id }) => id), exportedUntil) : 0; // prettier-ignore
  const isDoubtful = deactivations > Math.max(FEW, PART * active) || (isCutOff && deactivations > 0) || newer > 0;
  if (isDoubtful && deactivations !== confirmed) {
    const reasons = [
      `${deactivations} of ${active} active students are not on the list and would be deactivated.`,
      ...(isCutOff ? ['Its last line has fewer or more cells than its header, as in a file that was cut off.'] : []),
      ...(newer > 0 ? [`${newer} of them were added after the list had been exported.`] : []),
    ];
    throw new DomainError('deactivation_threshold_exceeded', reasons.join(' '), { deactivations, active });
  }
  return { leaving, kept: absent.filter(({ live }) => live) };
}

/** Writes steps, and returns what was written: a new student whose identity was taken meanwhile is not. */
export async function writeSteps(tx: Transaction, siteId: string, plan: Plan, now: Date): Promise<Plan> {
  const records = (steps: Step[]) => steps.map(({ record }) => record);
  if (plan.updates.length > 0) await updateStudents(tx, siteId, records(plan.updates), now);
  if (plan.creations.length === 0) return plan;
  const written = await insertStudents(tx, siteId, records(plan.creations), now);
  const creations = plan.creations.filter(({ record }) => written.has(record.id));
  const refused = plan.creations.filter(({ record }) => !written.has(record.id));
  if (refused.length > 0) {
    const holders = await findHolders(tx, siteId, records(refused));
    for (const { verdict, record } of refused) refuse(verdict, holders.get(record.id));
  }
  return { ...plan, creations };
}

export function refuse(verdict: Verdict, taken?: { holder: string; has_student_id: boolean }): void {
  verdict.cause = taken?.has_student_id === false ? 'email_in_use' : 'student_id_in_use';
  verdict.existing = taken?.holder ?? null;
}
