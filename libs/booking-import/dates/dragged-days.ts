import type { Days, DayOfStay } from '#libs/booking-import/dates/arrivals';

const DAY_MS = 86_400_000;
/** So many rows in a row that count on by a day, or by a year, were hardly typed one by one. */
const [LEAST_DAYS, LEAST_YEARS] = [4, 3];
/** Short stays that begin and end a day later in each line are usual. */
const SHORT_STAY = 31;

type Step = 'day' | 'year' | 'year back' | null;

/** How a day is after that of the row above. */
function stepOf(before: string | null, day: string | null): Step {
  if (before === null || day === null) return null;
  if (before.slice(4) === day.slice(4)) {
    const years = Number(day.slice(0, 4)) - Number(before.slice(0, 4));
    return years === 1 ? 'year' : years === -1 ? 'year back' : null;
  }
  return Date.parse(day) - Date.parse(before) === DAY_MS ? 'day' : null;
}

/** The days that count on from line to line: that is what spreadsheets make of one that is dragged down to be copied. */
export class DraggedDays {
  private before: Days | undefined;
  private readonly runs: Record<DayOfStay, { step: Step; rows: number[] }> = {
    contract_start: { step: null, rows: [] },
    contract_end: { step: null, rows: [] },
  };
  private readonly found = new Map<number, DayOfStay>();

  /** Looks at the rows in their order. */
  add(row: number, days: Days): void {
    const { before = { contract_start: null, contract_end: null } } = this;
    this.before = days;
    const start = stepOf(before.contract_start, days.contract_start);
    const end = stepOf(before.contract_end, days.contract_end);
    // Arrivals of a list are often in the order of their days; who comes again in the next year also leaves in the next one.
    this.follow('contract_start', start === 'day' || start === end ? null : start, row);
    this.follow('contract_end', end === start && (end !== 'day' || isShort(days)) ? null : end, row);
  }

  /** The day of a row that may be none that somebody chose. */
  of = (row: number): DayOfStay | null => this.found.get(row) ?? null;

  private follow(field: DayOfStay, step: Step, row: number): void {
    const run = this.runs[field];
    if (step === null || step !== run.step) Object.assign(run, { step, rows: [] });
    if (step === null) return;
    run.rows.push(row);
    // The first row of a run is the one that was copied.
    const least = (step === 'day' ? LEAST_DAYS : LEAST_YEARS) - 1;
    if (run.rows.length === least) for (const each of run.rows) this.found.set(each, field);
    else if (run.rows.length > least) this.found.set(row, field);
  }
}

const isShort = ({ contract_start: start, contract_end: end }: Days): boolean =>
  Date.parse(end ?? '') - Date.parse(start ?? '') <= SHORT_STAY * DAY_MS;
