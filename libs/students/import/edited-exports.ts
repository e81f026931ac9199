import { cellText } from '#libs/core/csv/cells';
import type { Sql } from '#libs/core/database/transaction';
import { COMPARED } from '#libs/students/import/columns';
import { type ExportedOnly, findExportedOnly, findFloors } from '#libs/students/import/edited-exports.queries';
import { isStale } from '#libs/students/import/stale';
import { open, type Verdict } from '#libs/students/import/verdicts';

const isFilled = (cell: unknown): boolean => (Array.isArray(cell) ? cell.length > 0 : cellText(cell ?? '') !== undefined); // prettier-ignore

/** Refuses rows of an export in which somebody edited what an import cannot change: it would be left out without a word. */
export async function refuseEdits(sql: Sql, siteId: string, verdicts: Verdict[], timeZone: string): Promise<void> {
  const edited = open(verdicts).filter(({ row }) => row.exported !== null);
  if (edited.length === 0) return;
  const known = await findExportedOnly(sql, siteId, edited.flatMap(({ known: student }) => student?.id ?? [])); // prettier-ignore
  const floors = await findFloors(sql, siteId, edited.flatMap(({ row }) => row.location_id ?? [])); // prettier-ignore
  for (const verdict of edited) {
    const { row, known: student } = verdict;
    const record = known.get(student?.id ?? '');
    // Who is moved may have the floor of the new room already.
    const floor = floors.get(row.location_id ?? '') ?? null;
    const isEmptied = student !== null && !isStale(row, student, timeZone);
    const others = COMPARED.filter((column) => column in (row.exported ?? {})).filter((column) => {
      const cell = row.exported?.[column];
      if (!isFilled(cell)) return isEmptied && (record?.[column] ?? null) !== null;
      return !isValue(cell, column, record) && !(column === 'floor' && isText(cell, floor));
    });
    if (others.length === 0) continue;
    Object.assign(verdict, { cause: 'unread_column', existing: student?.id ?? null, row: { ...row, unread: [...row.unread, ...others] } }); // prettier-ignore
  }
}

const isText = (cell: unknown, value: string | null): boolean => value !== null && cellText(cell) === cellText(value);

/** Flags are in a response by their ids, and in an export by their names. */
const isValue = (cell: unknown, column: (typeof COMPARED)[number], record: ExportedOnly | undefined): boolean =>
  Array.isArray(cell)
    ? cell.map(idOf).sort().join() === [...(record?.flag_ids ?? [])].sort().join()
    : isText(cell, record?.[column] ?? null);
const idOf = (flag: unknown): string =>
  String(typeof flag === 'object' ? (flag as { _id?: unknown } | null)?._id : flag);
