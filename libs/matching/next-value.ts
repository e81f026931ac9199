import { isAcceptedDate } from '#libs/core/time/site-time';

const DAY_MS = 86_400_000;

/** So many rows in a row whose values count on were hardly typed one by one. */
export const LEAST_COUNTED = 3;
/** What is said of them. */
export const COUNTS_ON = 'counts on from row to row, as when a spreadsheet fills cells down in place of copying one';

const NUMBERS = /(\d{1,9})/u;

/** Whether a spreadsheet makes a value of the one above, when that is dragged down to be copied: the next day, or the same with one of its numbers next, up or down. */
function isNext(above: string, value: string): boolean {
  if ([above, value].every((each) => isAcceptedDate(each.slice(0, 10))))
    return above.slice(10) === value.slice(10) && Date.parse(value) - Date.parse(above) === DAY_MS;
  const [ones, others] = [above.split(NUMBERS), value.split(NUMBERS)];
  const changed = others.filter((part, at) => part !== ones[at]);
  const [number = ''] = changed;
  return ones.length === others.length && changed.length === 1 && Math.abs(Number(number) - Number(ones[others.indexOf(number)])) === 1; // prettier-ignore
}

/** The rows in their order, divided wherever one has no value or does not follow from the row above: by default, where it does not count on. */
export function runsOf<Row extends { value: string | null }>(rows: readonly Row[], follows = isNext): Row[][] {
  const runs: Row[][] = [];
  let above: string | null = null;
  for (const row of rows) {
    if (above !== null && row.value !== null && follows(above, row.value)) runs.at(-1)?.push(row);
    else runs.push([row]);
    above = row.value;
  }
  return runs;
}
