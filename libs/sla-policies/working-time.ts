import { type BusinessHours, type Holiday, WEEKDAYS } from '#libs/core/time/business-hours';
import { offsetSpans } from '#libs/core/time/zone-offsets';

/** Which time counts. Instants and amounts are milliseconds. */
export interface Counting {
  /** How much counts between two instants, the earlier first. */
  count(from: number, to: number): number;
  /** The earliest instant by which an amount has counted since another; null when that is after the year 2100. */
  after(from: number, amount: number): number | null;
}

export interface SiteCalendar {
  time_zone: string;
  business_hours: readonly BusinessHours[];
  holidays: readonly Pick<Holiday, 'date'>[];
}

const DAY = 86_400_000;
const MINUTE = 60_000;
const END = Date.UTC(2101, 0, 1);

/** Every hour counts. */
export const EVERY_HOUR: Counting = {
  count: (from, to) => to - from,
  after: (from, amount) => (from + amount < END ? from + amount : null),
};

/**
 * The business hours of a site. An instant counts when the clock on the site's wall shows an open time on a day that is no
 * holiday: where the clocks skip an hour, it does not count; where they repeat one, it counts twice.
 *
 * The openings are laid out on the line of time once, a year at a time as they are needed, with a running total: after that
 * every question is a binary search, without a calendar or a time zone.
 */
export class WorkingTime implements Counting {
  private readonly week: [from: number, to: number][][];
  private readonly closed: Set<number>;
  private readonly timeZone: string;
  // Opening i runs from starts[i] to ends[i]; before[i] is what had been open until it began.
  private starts: number[] = [];
  private ends: number[] = [];
  private before: number[] = [];
  private total = 0;
  private laidFrom = END;
  private laidTo = END;

  constructor({ time_zone, business_hours, holidays }: SiteCalendar) {
    this.timeZone = time_zone;
    this.week = WEEKDAYS.map((day) =>
      business_hours
        .filter((opening) => opening.day === day)
        .map(({ from, to }): [number, number] => [timeOf(from), timeOf(to)])
        .sort(([one], [other]) => one - other),
    );
    this.closed = new Set(holidays.map(({ date }) => Date.parse(`${date}T00:00Z`) / DAY));
  }

  count(from: number, to: number): number {
    this.reach(from, to);
    return this.openUntil(to) - this.openUntil(from);
  }

  after(from: number, amount: number): number | null {
    if (amount <= 0) return from;
    this.reach(from, from);
    const wanted = this.openUntil(from) + amount;
    while (this.total < wanted && this.laidTo < END) this.layYear();
    if (this.total < wanted) return null;
    const last = lastBelow(this.before, wanted);
    return (this.starts[last] as number) + wanted - (this.before[last] as number);
  }

  private openUntil(at: number): number {
    const last = lastBelow(this.starts, at);
    if (last < 0) return 0;
    return (this.before[last] as number) + Math.min(at, this.ends[last] as number) - (this.starts[last] as number);
  }

  private reach(from: number, to: number): void {
    if (from < this.laidFrom) this.restart(Date.UTC(new Date(from).getUTCFullYear(), 0, 1));
    while (this.laidTo < to && this.laidTo < END) this.layYear();
  }

  private restart(from: number): void {
    this.starts = [];
    this.ends = [];
    this.before = [];
    this.total = 0;
    this.laidFrom = this.laidTo = from;
  }

  private layYear(): void {
    const until = Date.UTC(new Date(this.laidTo).getUTCFullYear() + 1, 0, 1);
    for (const { from, to, offset } of offsetSpans(this.timeZone, this.laidTo, until)) {
      const lastDay = Math.floor((to + offset - 1) / DAY);
      for (let day = Math.floor((from + offset) / DAY); day <= lastDay; day++) {
        if (this.closed.has(day)) continue;
        const midnight = day * DAY - offset;
        for (const [opens, closes] of this.week[weekdayOf(day)] ?? [])
          this.lay(Math.max(midnight + opens, from), Math.min(midnight + closes, to));
      }
    }
    this.laidTo = until;
  }

  private lay(from: number, to: number): void {
    if (from >= to) return;
    if (this.ends.at(-1) === from) this.ends[this.ends.length - 1] = to;
    else {
      this.starts.push(from);
      this.ends.push(to);
      this.before.push(this.total);
    }
    this.total += to - from;
  }
}

const timeOf = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE;

// 1 January 1970 was a Thursday.
const weekdayOf = (day: number): number => (day + 3) % 7;

/** The last index of an ascending list whose number is below a limit; -1 when none does. */
function lastBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
