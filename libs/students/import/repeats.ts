import { addTo } from '#libs/core/collections/grouped';
import { writtenForm } from '#libs/matching/tolerances';
import type { KeyedRow } from '#libs/students/import/known';
import type { Register, Verdict } from '#libs/students/import/verdicts';
import { IMPORTED_FIELDS, type ImportedField } from '#libs/students/student-fields';

/**
 * Refuses further rows about the same person. If the rows agree, the first counts. If they contradict each other, or one of them
 * cannot be written, none counts, because the list does not say which is right.
 */
export function refuseRepeats(verdicts: Verdict[], register: Register): void {
  for (const rows of peopleOf(verdicts, register)) {
    const [first] = rows;
    if (!first || rows.length === 1) continue;
    for (const each of rows) each.person = first.person;
    const isClear = rows.every(({ cause }) => cause === null) && !areContradicting(rows);
    for (const verdict of isClear ? rows.slice(1) : rows) verdict.cause ??= 'duplicate_in_file';
  }
}

/** The rows of a list by person: those of one have something in common that is one person's. */
function peopleOf(verdicts: Verdict[], register: Register): Verdict[][] {
  const byKey = new Map<string, Verdict[]>();
  for (const verdict of verdicts) for (const key of keysOf(verdict.row, register)) addTo(byKey, key, verdict);
  const seen = new Set<Verdict>();
  return verdicts.flatMap((first) => {
    if (seen.has(first)) return [];
    // The set grows: what one row has in common with another leads to a third.
    const rows = new Set([first]);
    for (const { row } of rows)
      for (const key of keysOf(row, register)) {
        for (const other of byKey.get(key) ?? []) rows.add(other);
        byKey.delete(key);
      }
    for (const row of rows) seen.add(row);
    return [[...rows].sort((one, other) => one.row.index - other.row.index)];
  });
}

/** Student id, email and record; where a row has none of them, its name. */
function keysOf(row: KeyedRow, register: Register): string[] {
  const { student_key: id, email_key: email, name_key: name } = row;
  const known = register.withStudentId(row) ?? register.withEmail(row);
  return [
    ...(id === null ? [] : [`id ${id}`]),
    ...(email === null ? [] : [`email ${email}`]),
    ...(known ? [`record ${known.id}`] : []),
    ...(id === null && email === null && name !== null ? [`name ${name}`] : []),
  ];
}

const formOf = (row: KeyedRow, field: ImportedField): string | null => {
  if (field === 'student_id') return row.student_key;
  if (field === 'email') return row.email_key;
  if (field === 'location') return row.location_id;
  return row[field] === null ? null : writtenForm(row[field]);
};

/** Whether rows have different values for one field. An empty cell says nothing. */
const areContradicting = (rows: Verdict[]): boolean =>
  IMPORTED_FIELDS.some((field) => new Set(rows.flatMap(({ row }) => formOf(row, field) ?? [])).size > 1);
