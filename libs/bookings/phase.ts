import { type BookingStatus, CALLED_OFF } from '#libs/bookings/booking-status';
import { EXPECTED_STATUSES, inSql } from '#libs/occupancy/live';

export const PHASES = [
  'upcoming',
  'due_in',
  'late_arrival',
  'lapsed',
  'in_house',
  'due_out',
  'overstay',
  'past',
  'closed',
] as const;
export type Phase = (typeof PHASES)[number];

/** What the phase of a booking depends on, in addition to the day. */
export interface DatedStatus {
  status: BookingStatus;
  contract_start: string;
  contract_end: string | null;
}

/** The position of a booking on the site's calendar. Derived, never stored. Dates compare as text. */
export function phaseOf(booking: DatedStatus, today: string): Phase {
  const { status, contract_start: start, contract_end: end } = booking;
  if (status === 'provisional' || status === 'confirmed')
    return end !== null && end <= today
      ? 'lapsed'
      : start > today
        ? 'upcoming'
        : start === today
          ? 'due_in'
          : 'late_arrival';
  if (status === 'checked_in') return end === null || end > today ? 'in_house' : end === today ? 'due_out' : 'overstay';
  return status === 'checked_out' ? 'past' : 'closed';
}

interface Condition {
  statuses: readonly BookingStatus[];
  /** The condition on the dates of `b`, in addition to the statuses. */
  dates?: (today: () => string) => string;
  /** Whether few bookings of a site are in it, however many there are. */
  isSmall: boolean;
}

const IN_HOUSE = ['checked_in'] as const;
// As the index of departures has it.
const END = `coalesce(b.contract_end, 'infinity')`;

const CONDITIONS: Record<Phase, Condition> = {
  upcoming: { statuses: EXPECTED_STATUSES, dates: (today) => `b.contract_start > ${today()}`, isSmall: false },
  due_in: { statuses: EXPECTED_STATUSES, dates: (today) => `b.contract_start = ${today()}`, isSmall: true },
  // The second half is not for an index: it holds of everything that is to come.
  late_arrival: {
    statuses: EXPECTED_STATUSES,
    dates: (today) => `b.contract_start < ${today()} AND (${END} > ${today()}) IS TRUE`,
    isSmall: true,
  },
  // From its last day on nobody can check in any more.
  lapsed: { statuses: EXPECTED_STATUSES, dates: (today) => `${END} <= ${today()}`, isSmall: true },
  in_house: { statuses: IN_HOUSE, dates: (today) => `${END} > ${today()}`, isSmall: true },
  due_out: { statuses: IN_HOUSE, dates: (today) => `${END} = ${today()}`, isSmall: true },
  overstay: { statuses: IN_HOUSE, dates: (today) => `${END} < ${today()}`, isSmall: true },
  past: { statuses: ['checked_out'], isSmall: false },
  closed: { statuses: CALLED_OFF, isSmall: false },
};

/** The statuses that a phase has. */
export const statusesOf = (phase: Phase): readonly BookingStatus[] => CONDITIONS[phase].statuses;

/** Whether few bookings of a site are in a phase at any time, so that a list finds them first and sorts them after. */
export const isSmallPhase = (phase: Phase): boolean => CONDITIONS[phase].isSmall;

/** The same as a condition over `b`; `today` gives the place of the site's date among the parameters. */
export function phaseCondition(phase: Phase, today: () => string): string {
  const { statuses, dates } = CONDITIONS[phase];
  const is = `b.status IN ${inSql(statuses)}`;
  return dates ? `${is} AND ${dates(today)}` : is;
}

/** The phase of `b` as a column. */
export const phaseColumn = (today: () => string): string =>
  `CASE ${PHASES.map((phase) => `WHEN ${phaseCondition(phase, today)} THEN '${phase}'`).join(' ')} END`;
