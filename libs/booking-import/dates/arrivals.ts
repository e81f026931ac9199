import { addYears } from '#libs/core/time/site-time';

/** Nobody books further ahead. */
const YEARS_AHEAD = 10;
/** So many years from each other, two stays may well be in one file. */
const NEAR = 2;
/** In larger files one row in so many may be one with a wrong year; more of them are a part of the file. */
const RARE = 50;

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The years in which the rows of a file arrive. */
export class Arrivals {
  private readonly rows = new Map<number, number>();
  private count = 0;

  add(day: string | null): void {
    if (day === null) return;
    this.count++;
    this.rows.set(yearOf(day), (this.rows.get(yearOf(day)) ?? 0) + 1);
  }

  /** Whether a day is far from all others of the file, or so far from today that nobody books it. */
  isDistant(day: string | null, today: string): boolean {
    if (day === null) return false;
    if (day > addYears(today, YEARS_AHEAD)) return true;
    let near = 0;
    for (let year = yearOf(day) - NEAR; year <= yearOf(day) + NEAR; year++) near += this.rows.get(year) ?? 0;
    return this.count > near && (near <= 1 || near * RARE < this.count);
  }
}
