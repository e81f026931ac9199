import { cellText } from '#libs/core/csv/cells';
import { addYears, isAcceptedDate } from '#libs/core/time/site-time';
import { eachWithYield } from '#libs/core/async/with-yield';
import { DATE_CELLS, type Headers, NAME_CELLS, PERSON_CELLS } from '#libs/booking-import/columns/columns';
import { type DateOrder } from '#libs/core/time/date-orders';
import { plain } from '#libs/core/text/plain';
import { dateFrom, type DateStyle, isNear, UNKNOWN_STYLE } from '#libs/booking-import/dates/date-style';
import { readDate, shownDays } from '#libs/booking-import/dates/dates';
import { isSiteMidnight, isZoned } from '#libs/booking-import/dates/iso-days';
import {
  numbersAfterYear,
  numbersOfDay,
  numbersWithoutTime,
  partsOf,
  shortDays,
} from '#libs/booking-import/dates/numeric-dates';
import { serialDate } from '#libs/core/time/spreadsheet-days';
import { SERIAL } from '#libs/booking-import/dates/serial-dates';
import { isPossibleStay, isTooLong } from '#libs/booking-import/dates/stay-range';
import { isReadable } from '#libs/booking-import/rows/text';
import { languagesOf } from '#libs/matching/calendar-words';
import { LEAST_AGAINST, type NumberOrder, provedOrder } from '#libs/matching/proved-order';

/** The columns whose days are those of stays: near today, other than birthdays. */
const STAY_DAYS: readonly string[] = ['contract_start', 'contract_end', 'parking_expiry'];
const STAY_DATES: readonly string[] = DATE_CELLS;
/** What a row without a name is about. */
const ID_CELLS: readonly string[] = ['student_id', 'email', 'booking_id', 'reference'];
const plainKey = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? plain(String(value)).replace(/[^\p{L}\p{N}]/gu, '') : '';
const LONGEST_DATE = 40;
/** A text that may be a day with its month in words. */
const WORDED = /^\D{0,20}\d{1,4}\D{0,6}\p{L}{2}|^\p{L}{3,}\D{1,30}\d/u;
/** What most cells are not, and no date that proves anything can be without: three numbers, or five digits. */
const LIKE_A_DATE =
  /(?:^|\D)\d{1,2}\D{1,4}\d{1,2}\D{1,4}\d{2}|^\d{4}[-/. ]{1,2}\d{1,2}[-/. ]{1,2}\d{1,2}|^\D{0,3}\d{5}(?:\.\d+)?\D{0,2}$|^20\d{6}$/;
const TIME = /\d:\d{2}/;
const MOST_KNOWN = 10_000;
/** The shortest is a serial number. */
const SHORTEST_DATE = 5;
const mayBeDate = (value: unknown): value is string | number =>
  typeof value === 'number' ? value >= 10 ** (SHORTEST_DATE - 1) && LIKE_A_DATE.test(String(value)) : typeof value === 'string' && value.length >= SHORTEST_DATE && LIKE_A_DATE.test(value); // prettier-ignore

/** What the example of a template begins with: it was not written by who wrote the rows. */
const EXAMPLE =
  /^\W{0,3}(?:e\.? ?g\.?|example|sample|beispiel|z\.? ?b\.|bsp\.?|exemple|p\.? ?ex\.|ejemplo|p\.? ?ej\.|esempio|voorbeeld|bijv\.|exemplo|przyk\u0142ad|np\.|enghraifft)(?![\p{L}@])/iu;

/** Whether a line has what a row needs: what a page says of itself at its end proves nothing about its rows. */
function isRowWith(filled: ReadonlySet<string>): boolean {
  const hasOne = (fields: readonly string[]) => fields.some((field) => filled.has(field));
  if (hasOne(['booking_id', 'reference'])) return true;
  return hasOne(PERSON_CELLS) && filled.has('room') && filled.has('contract_start'); // prettier-ignore
}

/**
 * What the dates of a file prove about how it writes days. Each column with dates counts, also those that are not read: who
 * writes 12/31/1999 as a birthday writes the month first elsewhere, too.
 */
export class DateEvidence {
  private readonly count = { yearFirst: 0, yearLast: 0, before: 0 };
  /** Dates that can only be meant in an order: of the stays, of columns that are not read, and of columns that somebody declared to be ignored. */
  private readonly long = { stay: { dmy: 0, mdy: 0 }, other: { dmy: 0, mdy: 0 }, ignored: { dmy: 0, mdy: 0 } };
  /** Dates with years of two digits that can only be meant in an order, if the year is the last number. */
  private readonly short = { dmy: 0, mdy: 0 };

  /** The characters between the numbers of the dates that prove an order. */
  private readonly separators = new Set<string>();
  /** The characters between the numbers of all dates of stays. */
  readonly notations = new Set<string>();
  private readonly columns = new Map<string, Column>();

  /** The hours in UTC at which days begin at the site. */
  private readonly midnights = new Set<string>();
  private hasHours = false;
  /** How often a text was in a column of a meaning. Rows have few different days, and two of the same prove as much as more. */
  private readonly seen = new Map<string, number>();
  private readonly words = new Set<string>();
  /** Whose dates prove an order, as their cells name them. */
  private readonly proving = new Set<string>();

  constructor(
    private readonly headers: Headers,
    private readonly today: string,
    private readonly timeZone = 'UTC',
  ) {}

  /** Looks at a row with all of its cells, once. */
  add(values: Record<string, unknown>): void {
    const filled = new Set<string>();
    const dates: [text: string, meaning: string][] = [];
    const worded: [text: string, meaning: string][] = [];
    let isExample = false;
    for (const header in values) {
      const value = values[header];
      if (value === null || value === undefined || value === '') continue;
      const meaning = this.headers.meaningOf(header) ?? '';
      if (meaning !== '') filled.add(meaning);
      isExample ||= typeof value === 'string' && EXAMPLE.test(value);
      if (typeof value === 'string' && STAY_DATES.includes(meaning) && WORDED.test(value))
        worded.push([value, meaning]);
      if (mayBeDate(value)) dates.push([String(value), meaning]);
    }
    const isRow = isRowWith(filled) && !isExample;
    if (isRow) for (const [text, meaning] of worded) this.addWords(text, meaning);
    this.onceForPerson(values, () => {
      for (const [text, meaning] of dates) this.addDate(text, meaning, isRow);
    });
    const dayIn = (field: string) => dates.find(([, meaning]) => meaning === field)?.[0] ?? '';
    if (isRow) this.addStay(dayIn('contract_start'), dayIn('contract_end'));
  }

  /** All dates of the rows of one person prove as much as one of them: the two days may be one slip, and a line may be there twice. */
  private onceForPerson(values: Record<string, unknown>, add: () => void): void {
    const counts = [this.short, ...Object.values(this.long)];
    const before = counts.map(({ dmy, mdy }) => ({ dmy, mdy }));
    const proved = this.proofs;
    add();
    if (this.proofs === proved) return;
    const person = this.personOf(values);
    const most = this.proving.has(person) ? 0 : 1;
    this.proving.add(person);
    counts.forEach((count, index) => {
      const { dmy, mdy } = before[index] as Orders;
      Object.assign(count, { dmy: Math.min(count.dmy, dmy + most), mdy: Math.min(count.mdy, mdy + most) });
    });
  }

  /** Whom a row is about, by name: a second line of the same person may have no id. */
  private personOf(values: Record<string, unknown>): string {
    const written = (fields: readonly string[]) =>
      Object.entries(values).map(([header, value]) => (fields.includes(this.headers.meaningOf(header) ?? '') ? plainKey(value) : '')).join(''); // prettier-ignore
    return written(NAME_CELLS) || written(ID_CELLS);
  }

  /** A place of the year that makes a stay longer than one may be is wrong, if the year at the other end makes a possible stay. */
  private addStay(start: string, end: string): void {
    const from = shortDaysOf(start);
    const to = from && shortDaysOf(end);
    if (!to || this.isEnough(`${start} to ${end}`)) return;
    const has = (isMet: (first: string, last: string) => boolean, ...orders: DateOrder[]) =>
      orders.some((order) => {
        const [first, last] = [from[order], to[order]];
        return first !== undefined && last !== undefined && isMet(first, last);
      });
    const isNearStay = (...days: [string, string]) =>
      isPossibleStay(...days) && days.every((day) => isNear(day, this.today));
    const isLast = has(isNearStay, 'dmy', 'mdy');
    if (isLast && has(isTooLong, 'ymd')) this.count.yearLast++;
    if (!isLast && has(isNearStay, 'ymd') && has(isTooLong, 'dmy', 'mdy')) this.count.yearFirst++;
  }

  private addDate(cell: string, meaning: string, isRow: boolean): void {
    if (this.isEnough(`${isRow} ${meaning} ${cell}`)) return;
    const text = dateText(cell);
    if (text === undefined || !/\d/.test(text)) return;
    const isStay = STAY_DATES.includes(meaning);
    if (isStay) this.notations.add(numbersWithoutTime(text)?.separator ?? '');
    // In another column a time of day is that of a program, which writes days in its own way.
    if (!isRow || (!isStay && TIME.test(text))) return;
    this.addCell(text, isStay ? 'stay' : meaning === 'ignore' ? 'ignored' : 'other');
    if (isStay) this.addToColumn(text, meaning);
    if (STAY_DAYS.includes(meaning)) this.addInstant(text);
  }

  private isEnough(what: string): boolean {
    const count = this.seen.get(what) ?? 0;
    if (count >= LEAST_AGAINST) return true;
    if (this.seen.size >= MOST_KNOWN) this.seen.clear();
    this.seen.set(what, count + 1);
    return false;
  }

  private addWords(cell: string, meaning: string): void {
    if (cell.length > LONGEST_DATE || this.isEnough(`${meaning} ${cell}`)) return;
    for (const [word] of cell.matchAll(/[\p{L}\p{M}]{3,}/gu)) this.words.add(word);
    const text = dateText(cell);
    if (text !== undefined) this.addToColumn(text, meaning);
  }

  private addToColumn(text: string, field: string): void {
    const afterYear = numbersAfterYear(text);
    const days = shownDays(text, { ...UNKNOWN_STYLE, countsFrom1900: true, timeZone: this.timeZone, today: this.today }); // prettier-ignore
    const numbers = numbersOfDay(text)?.parts;
    if (days.length === 0 && !numbers) return;
    const column = this.columns.get(field) ?? { early: 0, worded: 0, left: 0, contrary: 0, isByHand: false, dayNext: 0, monthNext: 0 }; // prettier-ignore
    this.columns.set(field, column);
    const isLate = days.every(([, , day]) => day > 12);
    if (days.length === 0) {
      const isEither = numbers !== undefined && numbers[0] <= 12 && numbers[1] <= 12;
      // No spreadsheet takes a text with a day of the week for a date.
      if (isEither && partsOf(text).weekday === undefined) column.contrary++;
      else column.left++;
    } else if (afterYear || SERIAL.test(text)) {
      if (isLate) column.contrary++;
      else column.early++;
    } else {
      column.worded++;
      column.isByHand ||= isLate;
    }
    if (afterYear && afterYear[1] > 12) column.dayNext++;
    if (afterYear && afterYear[2] > 12) column.monthNext++;
  }

  private addInstant(text: string): void {
    if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || !isZoned(text) || !isAcceptedDate(text)) return;
    if (!isSiteMidnight(text, this.timeZone)) this.hasHours = true;
    else if (/Z$/i.test(text)) this.midnights.add(text.slice(11, 13));
  }

  /**
   * Whether all instants are midnights of the site, in summer and in winter: 22:00 alone may also be the hour at which somebody arrives, but no hour of
   * arrival moves with the clocks of the site.
   */
  private get writesSiteMidnights(): boolean {
    return !this.hasHours && this.midnights.size > 1;
  }

  /**
   * The columns whose days with the year first may be turned round: where some are (2027-13-09) and none is not, or in all columns if that is so in all; else
   * those in which every day could be, if every day that is still text, in them or in others, could not.
   */
  private get halfConverted(): string[] {
    const turned = [...this.columns].flatMap(([field, { dayNext, monthNext }]) => (dayNext > 0 && monthNext === 0 ? [field] : [])); // prettier-ignore
    const isNoneNormal = [...this.columns.values()].every(({ monthNext }) => monthNext === 0);
    if (turned.length > 0) return isNoneNormal ? [...STAY_DAYS] : turned;
    const unsure = [...this.columns].filter(([, column]) => !isByPerson(column));
    const areLeft = unsure.some(([, { left }]) => left > 0);
    const areTurned = ({ early, worded, isByHand }: Column) => early > 0 || (worded > 0 && !isByHand);
    return areLeft ? unsure.filter(([, column]) => areTurned(column)).map(([field]) => field) : [];
  }

  private addCell(text: string, column: keyof DateEvidence['long']): void {
    const isStay = column === 'stay';
    if (SERIAL.test(text)) {
      const date = serialDate(Number(text));
      if (isStay && isAcceptedDate(date) && date < addYears(this.today, -1)) this.count.before++;
      return;
    }
    const numbers = numbersWithoutTime(text);
    if (!numbers) return;
    const before = this.proofs;
    if (numbers.digits[1] === 4) this.addLongYear(text, numbers.parts, this.long[column]);
    else if (numbers.digits[1] === 2 && isStay) this.addShortYear(numbers.parts);
    if (this.proofs > before) this.separators.add(numbers.separator);
  }

  private get proofs(): number {
    return [this.short, ...Object.values(this.long)].reduce((sum, { dmy, mdy }) => sum + dmy + mdy, 0);
  }

  private addLongYear(text: string, [first, second, year]: [number, number, number], count: Orders): void {
    // Birthdays are of years that no stay has.
    const [dmy, mdy] = [dateFrom(leapLike(year), second, first), dateFrom(leapLike(year), first, second)];
    if (dmy !== undefined && mdy === undefined) count.dmy++;
    else if (mdy !== undefined && dmy === undefined) count.mdy++;
    else if (dmy !== mdy && year >= 2000) this.addWeekday(text, { dmy, mdy }, count);
  }

  private addWeekday(text: string, { dmy, mdy }: Record<NumberOrder, string | undefined>, count: Orders): void {
    const { weekday } = partsOf(text);
    if (weekday === undefined) return;
    const found = readDate(text, { ...UNKNOWN_STYLE, timeZone: 'UTC', today: this.today });
    if (!found || 'candidates' in found) return;
    if (found.date === dmy) count.dmy++;
    if (found.date === mdy) count.mdy++;
  }

  private addShortYear(parts: [number, number, number]): void {
    const days = shortDays(parts);
    const isPossible = (date: string | undefined) => date !== undefined && isNear(date, this.today);
    const [dmy, mdy, yearFirst] = [isPossible(days.dmy), isPossible(days.mdy), isPossible(days.ymd)];
    if (yearFirst && !dmy && !mdy) this.count.yearFirst++;
    if (!yearFirst && (dmy || mdy)) this.count.yearLast++;
    if (dmy !== mdy) this.short[dmy ? 'dmy' : 'mdy']++;
  }

  private get yearPlace(): DateStyle['yearPlace'] {
    const { yearFirst, yearLast } = this.count;
    return yearFirst > 0 === yearLast > 0 ? null : yearFirst > 0 ? 'first' : 'last';
  }

  /** How many dates of stays can only be meant in an order; of those with years of two digits, if the year is known to be the last. */
  private get ownOrders(): Orders {
    return this.yearPlace === 'last' ? sumOf(this.long.stay, this.short) : this.long.stay;
  }

  /** The same of all columns. */
  private get orders(): Orders {
    return sumOf(this.ownOrders, this.long.other, this.long.ignored);
  }

  /**
   * The order that the file proves. Other columns may come from another system: against the order of the site only the dates of the stays prove one, and
   * a column that is ignored proves none that nothing else says.
   */
  private orderIn(siteOrder: DateOrder | null): NumberOrder | null {
    const order = provedOrder(this.orders, siteOrder);
    if (order === null || order === siteOrder) return order;
    const isKnown = siteOrder === 'dmy' || siteOrder === 'mdy';
    return provedOrder(isKnown ? this.ownOrders : sumOf(this.ownOrders, this.long.other), siteOrder);
  }

  /** Whether a date of the file cannot be meant in an order. */
  isAgainst(order: DateOrder): boolean {
    const { dmy, mdy } = this.orders;
    const { yearFirst, yearLast } = this.count;
    if (order === 'ymd') return yearLast > 0;
    return (order === 'dmy' ? mdy : dmy) > 0 || yearFirst > 0;
  }

  /** How the file writes days, in a site that does as `siteOrder`. What the file does not prove is not known. */
  style(siteOrder: DateOrder | null): DateStyle {
    const dateOrder = this.orderIn(siteOrder);
    const halfConverted = this.halfConverted;
    const monthLanguages = languagesOf(this.words);
    const { dmy, mdy } = this.ownOrders;
    return {
      dateOrder,
      yearPlace: this.yearPlace,
      ...(siteOrder !== null && { siteOrder }),
      countsFrom1900: this.count.before === 0,
      ...(dateOrder !== null && { separators: [...this.separators] }),
      ...(dmy > 0 && mdy > 0 && dmy !== mdy && { usualOrder: dmy > mdy ? 'dmy' : 'mdy' }),
      ...(halfConverted.length > 0 && { halfConverted }),
      ...(monthLanguages.length > 0 && { monthLanguages }),
      ...(this.writesSiteMidnights && { writesSiteMidnights: true }),
    };
  }
}

type Orders = Record<NumberOrder, number>;

/** So many days of a column have to look half converted for each that does not. */
const LOOK_CONVERTED = 4;

/** Whether a person wrote the days of a column in several ways. Where nearly all look half converted, some were corrected by hand. */
const isByPerson = ({ early, left, contrary }: Column): boolean =>
  contrary > 0 && (left === 0 || contrary * LOOK_CONVERTED > early + left);

/** What the days of a column are like. */
interface Column {
  /** How many are numbers as programs write them, with the year first or as a serial number, and no later than the 12th; and how many have the month in words. */
  early: number;
  worded: number;
  /** How many other numbers no spreadsheet can take for a day. */
  left: number;
  /** How many of all no spreadsheet wrote that took some for days the wrong way round, and left the others: somebody did, or corrected one by hand. */
  contrary: number;
  /** Whether one of those in words shows it for the others. */
  isByHand: boolean;
  /** Of those with the year first: how many can only have the day next (2027-13-09), or the month. */
  dayNext: number;
  monthNext: number;
}
const sumOf = (...all: Orders[]): Orders =>
  all.reduce((sum, { dmy, mdy }) => ({ dmy: sum.dmy + dmy, mdy: sum.mdy + mdy }), { dmy: 0, mdy: 0 });

/** The text of a cell that is not too long for a date. */
function dateText(cell: string): string | undefined {
  const text = isReadable(cell) ? cellText(cell) : undefined;
  return text === undefined || text.length > LONGEST_DATE ? undefined : text;
}

function shortDaysOf(cell: string): ReturnType<typeof shortDays> | undefined {
  const text = dateText(cell);
  const numbers = text === undefined ? undefined : numbersWithoutTime(text);
  return numbers?.digits[1] === 2 ? shortDays(numbers.parts) : undefined;
}

/** A year that stays have, with as many days. */
const leapLike = (year: number): number => 2000 + (year % 400 === 0 ? 0 : year % 100 === 0 ? 1 : year % 4);

/** What all the columns of a file prove about how it writes days. */
export async function dateEvidenceOf(
  rows: { values: Record<string, unknown> }[],
  headers: Headers,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<DateEvidence> {
  const evidence = new DateEvidence(headers, today, timeZone);
  await eachWithYield(rows, ({ values }) => evidence.add(values));
  return evidence;
}
