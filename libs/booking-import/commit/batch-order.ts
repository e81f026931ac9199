import type { BatchRow } from '#libs/booking-import/commit/import-batch';
import { pipelined } from '#libs/core/database/transaction';

export const isCreation = ({ analysed: { planned } }: BatchRow): boolean => planned === 'create';
const isRestay = ({ analysed: { changes } }: BatchRow): boolean =>
  changes.some(({ field }) => ['location', 'contract_start', 'contract_end'].includes(field));

/** New bookings together, and changes together, in the order of the file wherever one may want the place of another. */
export function inRuns(rows: BatchRow[]): [BatchRow, ...BatchRow[]][] {
  const runs: [BatchRow, ...BatchRow[]][] = [];
  const inPlace = rows.filter((row) => !isCreation(row) && !isRestay(row));
  for (const row of [...rows.filter((row) => isCreation(row) || isRestay(row)), ...inPlace]) {
    const run = runs.at(-1);
    if (run && isCreation(run[0]) === isCreation(row)) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** Work that begins when `begin` is called, outside of the caller's transaction. */
export function later<T>(work: () => Promise<T>): { begin: () => void; result: Promise<T> } {
  let begin = (): void => undefined;
  const told = new Promise<void>((resolve) => (begin = resolve));
  return { begin, result: pipelined(told.then(work)) };
}
