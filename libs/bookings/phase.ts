import type { BookingStatus } from '#libs/bookings/booking-status';

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

/** Where a booking stands on the site's calendar. Derived, never stored. Dates compare as text. */
export function phaseOf(
  booking: { status: BookingStatus; contract_start: string; contract_end: string | null },
  today: string,
): Phase {
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

const EXPECTED = `b.status IN ('provisional', 'confirmed')`;
// From its last day on nobody can check in any more.
const isOver = (today: () => string) => `coalesce(b.contract_end <= ${today()}, false)`;
const IN_HOUSE = `b.status = 'checked_in'`;

const CONDITIONS: Record<Phase, (today: () => string) => string> = {
  upcoming: (today) => `${EXPECTED} AND b.contract_start > ${today()}`,
  due_in: (today) => `${EXPECTED} AND b.contract_start = ${today()}`,
  late_arrival: (today) => `${EXPECTED} AND b.contract_start < ${today()} AND NOT ${isOver(today)}`,
  lapsed: (today) => `${EXPECTED} AND ${isOver(today)}`,
  in_house: (today) => `${IN_HOUSE} AND (b.contract_end IS NULL OR b.contract_end > ${today()})`,
  due_out: (today) => `${IN_HOUSE} AND b.contract_end = ${today()}`,
  overstay: (today) => `${IN_HOUSE} AND b.contract_end < ${today()}`,
  past: () => `b.status = 'checked_out'`,
  closed: () => `b.status IN ('cancelled', 'no_show', 'void')`,
};

/** The same as a condition over `b`; `today` gives the place of the site's date among the parameters. */
export const phaseCondition = (phase: Phase, today: () => string): string => CONDITIONS[phase](today);

/** The phase of `b` as a column. */
export const phaseColumn = (today: () => string): string =>
  `CASE ${PHASES.map((phase) => `WHEN ${CONDITIONS[phase](today)} THEN '${phase}'`).join(' ')} END`;
