import { mostFrequent } from '#libs/core/collections/counted';
import { addYears } from '#libs/core/time/site-time';

/** Nobody books further ahead. */
const YEARS_AHEAD = 10;
/** So many years from each other, two stays may well be in one file. */
const NEAR = 2;
/** In larger files one row in so many may be one with a wrong year; more of them are a part of the file. */
const RARE = 50;

/** So many rows with the same first and last day are what is usual in a file. */
const USUAL = 3;

/** After all days of stays that have a last one. */
const NEVER = '9999-12-31';

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The days of a row, of which the year may be wrong. */
export type DayOfStay = 'contract_start' | 'contract_end';
export interface Days {
  contract_start: string | null;
  contract_end: string | null;
}
const yearsOf = ({ contract_start: start, contract_end: end }: Days): string =>
  `${start?.slice(0, 4)} ${end?.slice(0, 4)}`;
const daysOf = ({ contract_start: start, contract_end: end }: Days): string => `${start?.slice(4)} ${end?.slice(4)}`;

/** Within so many days people arrive for one year, or leave after it. */
const SEASON_MS = 45 * 86_400_000;

/** So many days before or after the others, somebody still belongs to them. */
const MARGIN_MS = 21 * 86_400_000;
/** A stay that is so much longer than all others has a wrong year. */
const LONGER_MS = 180 * 86_400_000;
const YEAR_MS = 366 * 86_400_000;

/** The days and months of the rows with certain years: how many there are, the first and the last arrival, the same of departures, and the longest stay. */
interface Season {
  count: number;
  starts: [string, string];
  ends: [string, string];
  longest: number;
}
const inYear = (day: string): number => Date.parse(`2000${day}`);
const isIn = (day: string, [first, last]: [string, string]): boolean =>
  inYear(last) - inYear(first) <= SEASON_MS &&
  inYear(day) >= inYear(first) - MARGIN_MS &&
  inYear(day) <= inYear(last) + MARGIN_MS;
const lengthOf = ({ contract_start: start, contract_end: end }: Days): number =>
  start === null || end === null ? 0 : Date.parse(end) - Date.parse(start);
const widened = ([first, last]: [string, string], day: string): [string, string] => [
  day < first ? day : first,
  day > last ? day : last,
];

/** Whether so many rows with other years make those of a row doubtful. */
const outnumbers = (count: number, own: number): boolean => count >= USUAL && (own <= 1 || own * RARE <= count);

/** The years in which the rows of a file arrive and leave. */
export class Arrivals {
  /** By days and months, how many rows have which years. */
  private readonly yearsByDays = new Map<string, Map<string, number>>();
  private readonly seasons = new Map<string, Season>();
  private readonly rows = new Map<number, number>();
  private count = 0;
  /** The two first arrivals, the two last departures, and the two longest stays. */
  private earliest: string[] = [];
  private latest: string[] = [];
  private longest: number[] = [];

  add(days: Days): void {
    const { contract_start: day } = days;
    if (day === null) return;
    const years = this.yearsByDays.get(daysOf(days)) ?? new Map<string, number>();
    this.yearsByDays.set(daysOf(days), years.set(yearsOf(days), (years.get(yearsOf(days)) ?? 0) + 1));
    this.addToSeason(days, day.slice(4), days.contract_end?.slice(4) ?? '');
    this.earliest = [...this.earliest, day].sort().slice(0, 2);
    this.latest = [...this.latest, days.contract_end ?? NEVER].sort().reverse().slice(0, 2);
    this.longest = [...this.longest, lengthOf(days)].sort((one, other) => other - one).slice(0, 2);
    this.count++;
    this.rows.set(yearOf(day), (this.rows.get(yearOf(day)) ?? 0) + 1);
  }

  /**
   * The day of a row whose year is hardly right: it is far from all others, or so far from today that nobody books it, or only the year differs from what
   * rows with the same days and months have, or it is alone with its years while its days and months are near those of the others, or its stay is far longer, or apart from all others.
   */
  doubtfulYear(days: Days, today: string): DayOfStay | null {
    if (this.isDistant(days.contract_start, today)) return 'contract_start';
    const all = [...(this.yearsByDays.get(daysOf(days)) ?? [])];
    const own = all.find(([years]) => years === yearsOf(days))?.[1] ?? 0;
    const [usual, count] = mostFrequent(all) ?? ['', 0];
    const isOther = outnumbers(count, own) && usual !== yearsOf(days);
    const years = isOther ? usual : this.othersInSeason(days);
    if (years === undefined) return this.isApart(days) || this.isLongest(days) ? 'contract_start' : null;
    return years.slice(0, 4) === days.contract_start?.slice(0, 4) ? 'contract_end' : 'contract_start';
  }

  private addToSeason(days: Days, start: string, end: string): void {
    const [years, longest] = [yearsOf(days), lengthOf(days)];
    const season = this.seasons.get(years);
    if (!season) this.seasons.set(years, { count: 1, starts: [start, start], ends: [end, end], longest });
    else {
      season.count++;
      season.longest = Math.max(season.longest, longest);
      season.starts = widened(season.starts, start);
      season.ends = widened(season.ends, end);
    }
  }

  /** The years of other rows that arrive and leave in the same part of the year as a row whose years are rare, or whose stays are all much shorter. */
  private othersInSeason(days: Days): string | undefined {
    const own = this.seasons.get(yearsOf(days))?.count ?? 0;
    const [start, end] = [days.contract_start?.slice(4) ?? '', days.contract_end?.slice(4) ?? ''];
    const usual = [...this.seasons].filter(([years, { count }]) => outnumbers(count, own) && years !== yearsOf(days));
    const found = usual.find(([, { starts, ends }]) => isIn(start, starts) && isIn(end, ends));
    const longest = Math.max(...usual.map(([, season]) => season.longest));
    const isLonger = longest > 0 && lengthOf(days) > longest + LONGER_MS;
    return (found ?? (isLonger ? usual[0] : undefined))?.[0];
  }

  /** Whether a stay is the only one that begins in its year, and is over before all others begin, or begins when they are over. */
  private isApart({ contract_start: start, contract_end: end }: Days): boolean {
    if (start === null || this.rows.get(yearOf(start)) !== 1 || this.count <= USUAL) return false;
    const [latest, before = NEVER] = this.latest;
    const [earliest, after = ''] = this.earliest;
    return ((end ?? NEVER) === latest && start >= before) || (start === earliest && (end ?? NEVER) <= after);
  }

  /** Whether a stay is longer than a year, and by far the longest of the file. */
  private isLongest(days: Days): boolean {
    const [own, [first = 0, second = 0]] = [lengthOf(days), this.longest];
    return this.count > USUAL && own === first && own > YEAR_MS && second > 0 && own > second + LONGER_MS;
  }

  private isDistant(day: string | null, today: string): boolean {
    if (day === null) return false;
    if (day > addYears(today, YEARS_AHEAD)) return true;
    let near = 0;
    for (let year = yearOf(day) - NEAR; year <= yearOf(day) + NEAR; year++) near += this.rows.get(year) ?? 0;
    return this.count > near && (near <= 1 || near * RARE < this.count);
  }
}
