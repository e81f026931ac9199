import type { AuditEntry } from '#libs/accounts/audit/audit';
import type { Transaction } from '#libs/core/database/transaction';
import { type Change, studentEntry } from '#libs/students/student-changes';
import { propertiesOf, RECORDED_FIELDS, STORED_FIELDS, valuesOf } from '#libs/students/student-fields';
import { Student } from '#libs/students/student.entity';
import { replaceFlags } from '#libs/students/students.queries';

const WELFARE = ['welfare_flag', 'welfare_state'];
// The remaining record keeps its own name and ids.
const OWN = ['student_id', 'first_name', 'last_name', 'type', 'active'];
const FILLED = RECORDED_FIELDS.filter((field) => !OWN.includes(field));

interface Both {
  kept: Student;
  merged: Student;
  flags: readonly [kept: string[], merged: string[]];
  /** The picture that the one got from the other. */
  picture: string | null;
}

/** The values that the remaining record gets from the other one. */
export function changesForth({ kept, merged, flags, picture }: Both): Change[] {
  const [own, other] = [valuesOf(STORED_FIELDS, kept), valuesOf(STORED_FIELDS, merged)];
  const changes: Change[] = FILLED.flatMap((field) =>
    own[field] === null && other[field] !== null ? [{ field, from: null, to: other[field] }] : [],
  );
  if (merged.active && !kept.active) changes.push({ field: 'active', from: false, to: true });
  if (picture !== null) changes.push({ field: 'photo_url', from: kept.photoUrl, to: merged.photoUrl });
  const union = [...new Set(flags.flat())];
  if (union.length > flags[0].length) changes.push({ field: 'flags', from: flags[0], to: union });
  if (merged.welfareFlag && !kept.welfareFlag) changes.push({ field: 'welfare_flag', from: false, to: true });
  if (merged.welfareStateId !== null && kept.welfareStateId === null)
    changes.push({ field: 'welfare_state', from: null, to: merged.welfareStateId });
  return changes;
}

/** The changes that an undo reverts on the remaining record: those of the merge that nobody has changed since. Its home depends on its stays. */
export function changesBack(
  kept: Student,
  flags: string[],
  changes: Change[],
  { hasPicture }: { hasPicture: boolean },
): Change[] {
  const now: Record<string, unknown> = { ...valuesOf(STORED_FIELDS, kept), flags };
  return changes.flatMap(({ field, from, to }) => {
    if (field === 'location') return [];
    if (field === 'photo_url') return hasPicture ? [{ field, from: to, to: from }] : [];
    if (field !== 'flags') return now[field] === to ? [{ field, from: to, to: from }] : [];
    // Flags that were given since stay.
    const added = (to as string[]).filter((id) => !(from as string[]).includes(id));
    const left = flags.filter((id) => !added.includes(id));
    return left.length < flags.length ? [{ field, from: flags, to: left }] : [];
  });
}

/** Writes changes of a record, which is locked, and returns what the audit says of them. */
export async function writeChanges(
  tx: Transaction,
  student: Student,
  changes: Change[],
  { action, with: other, now }: { action: string; with: string; now: Date },
): Promise<AuditEntry[]> {
  const { siteId, id } = student;
  const welfareChanges = changes.filter(({ field }) => WELFARE.includes(field));
  const seen = changes.filter(({ field }) => !WELFARE.includes(field));
  const flags = changes.find(({ field }) => field === 'flags');
  if (flags) await replaceFlags(tx, siteId, id, flags.to as string[]);
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const welfare = welfareChanges.length > 0 && { welfareVersion: student.welfareVersion + 1, welfareUpdatedAt: now };
  const columns = { ...propertiesOf(STORED_FIELDS, values), version: student.version + 1, updatedAt: now, ...welfare };
  await tx.repository(Student).update({ siteId, id }, columns);
  return [
    studentEntry(siteId, action, id, [...seen, { field: 'merged', from: null, to: other }]),
    ...(welfareChanges.length > 0 ? [studentEntry(siteId, 'student.welfare_changed', id, welfareChanges)] : []),
  ];
}
