import type { DateOrder } from '#libs/core/time/date-orders';
import { addYears, isAcceptedDate } from '#libs/core/time/site-time';

/** How a file writes days, as far as it is known: what is null has to be shown by each cell itself. */
export interface DateStyle {
  /** Where day and month are in numbers with the year at the end. */
  dateOrder: DateOrder | null;
  /** The order that most dates prove of a file in which others prove the other one. */
  usualOrder?: DateOrder;
  /** The order of the site, if it has one: what the file proves comes before it. */
  siteOrder?: DateOrder;
  /** Where years of two digits are. */
  yearPlace: 'first' | 'last' | null;
  /**
   * Whether days are counted from 1900, as spreadsheets do unless they were made on old Macs, which count from 1904.
   */
  countsFrom1900: boolean;
  /** Whether it is known that they are counted from 1904. */
  countsFrom1904?: boolean;
  /** The characters between the numbers of the dates that proved the order: dates with something else in between may be written in another one. */
  separators?: string[];
  /** The fields whose days a spreadsheet may have taken the wrong way round, while it left those that it could not read as texts. */
  halfConverted?: string[];
  /** Whether the file proves that its instants are midnights of the site, however they are written. */
  writesSiteMidnights?: boolean;
  /** The languages that the months of the file in words are of, as far as they prove any. */
  monthLanguages?: string[];
  /** Whether a date of the file contradicts the order that was declared, so that no other date is sure. */
  isContradicted?: boolean;
  /** What somebody declared the last days to be; otherwise they are days of departure. */
  stayEnd?: 'departure' | 'last_night';
  /** Whether the name of their column says that last days are nights, or may be. */
  mayEndWithNights?: boolean;
  /** Whether somebody declared the order, so that a cell that contradicts it is not a date. */
  isDeclared?: boolean;
}

/** What reading a date depends on in addition to the file: the calendar of the site. */
export interface DateContext extends DateStyle {
  timeZone: string;
  today: string;
}

/** What a cell says about a day: one date, several that it could be, or none. */
export type ReadDate = { date: string } | { candidates: string[] } | undefined;

/** Of a file nothing is known. */
export const UNKNOWN_STYLE: DateStyle = { dateOrder: null, yearPlace: null, countsFrom1900: false };

/** The farthest year that two digits mean; one that is farther away is of another century, or is another part of the date. */
const [YEARS_BACK, YEARS_AHEAD] = [15, 10];

export function dateFrom(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isAcceptedDate(text) ? text : undefined;
}

/** What one of several dates is that a cell can mean. */
export const dateAmong = (dates: (string | undefined)[]): ReadDate => {
  const [date, ...others] = new Set(dates.filter((each) => each !== undefined));
  if (date === undefined) return undefined;
  return others.length > 0 ? { candidates: [date, ...others] } : { date };
};

/** Whether a date is so near that its year may have two digits. */
export const isNear = (date: string, today: string): boolean =>
  date <= addYears(today, YEARS_AHEAD) && date >= addYears(today, -YEARS_BACK);
