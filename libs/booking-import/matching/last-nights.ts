import { addDays } from '#libs/core/time/site-time';

/** The days of a stay, with its row. */
interface Days {
  row: number;
  day: string | null;
  to: string | null;
  isBroken: boolean;
}

/** The rows whose last day may be a last night: those that end the day before the person's next stay, or all if no stay ends on the day of the next one. */
export function lastNightsIn(people: Iterable<readonly Days[]>): { isAll: boolean; rows: ReadonlySet<number> } {
  const rows = new Set<number>();
  let isAll = true;
  for (const stays of people) {
    if (stays.length < 2) continue;
    const starts = new Set(stays.map(({ day }) => day));
    for (const { row, to, isBroken } of stays) {
      if (to === null || isBroken) continue;
      if (starts.has(to)) isAll = false;
      else if (starts.has(addDays(to, 1))) rows.add(row);
    }
  }
  return { isAll: isAll && rows.size > 0, rows };
}
