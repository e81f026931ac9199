import { pick } from '#apps/demo/seeded';
import type { Stay } from './adversaries.js';
import type { Cells } from './adversary-people.js';

type Random = () => number;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const LONDON = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' });
/** The day and the minute that a clock at the site (London) shows. */
const clockOf = (instant: Date): string => LONDON.format(instant);
/** The instant at which that clock shows a day and a minute. */
const instantAt = (date: string, time: string): Date => {
  const utc = Date.parse(`${date}T${time}Z`);
  const found = [0, 60].map((minutes) => new Date(utc - minutes * MINUTE_MS));
  return found.find((each) => clockOf(each) === `${date} ${time}`) ?? new Date(utc);
};
const second = (instant: Date): string => instant.toISOString().replace('.000', '');

const lastSecondOf = (date: string): Date => new Date(instantAt(dayAfter(date, 1), '00:00').getTime() - 1_000);

interface Moment {
  text: string;
  at: Date;
}

/** A moment of a day as files write it: on the clock of the site, or in UTC. What is until a day is until it is over; nobody leaves at midnight. */
function moment(date: string, random: Random, isUntil: boolean): Moment {
  const time = pick(['00:00', '06:00', '09:30', '12:00', '23:30'], random);
  if (time === '00:00' && random() < 0.5) return { text: date, at: isUntil ? lastSecondOf(date) : instantAt(date, time) }; // prettier-ignore
  const at = instantAt(date, time);
  return { text: pick([`${date}T${time}`, `${date} ${time}`, second(at), `${date}T${time}:00`], random), at };
}
/** Around midnight in UTC, which is on the same day at the site, or on the next. */
function nearMidnight(date: string, random: Random): Moment {
  const text = `${date}T${pick(['00:00:00', '22:00:00', '23:00:00', '23:59:00'], random)}Z`;
  return { text, at: new Date(text) };
}

/** At midnight nobody leaves: the time is missing. In London, midnight in UTC is at night, too. */
const isMidnight = (at: Date): boolean => clockOf(at).endsWith('00:00') || second(at).endsWith('T00:00:00Z');

/** At night nobody leaves by appointment; permits and holds end until midnight, or with the day: midnight itself may be a day without a time. */
const isAtNight = (at: Date, isSlot: boolean): boolean => {
  const time = clockOf(at).slice(11);
  return (time < '06:00' && !(isSlot && time === '00:00')) || (isSlot && time >= '22:00');
};

const RIGHT = [0];
const [SLOTS, HOLDS, PARKING] = [
  [-9, -3, -1, 1, 2, 365, -365, 31],
  [1, 2, 5, 9, 30, 365],
  [1, 2, 7, 31, 365, -10, -40],
];

/** Adds a moment to a row that fits to its stay, or contradicts it: then nobody knows which of the two is right. */
export function withMoment(row: Cells, stay: Stay, random: Random): { row: Cells; stay: Stay } {
  const { start, end } = stay;
  const isRight = random() < 0.6;
  const days = (wrong: number[], right = RIGHT) => pick(isRight ? right : wrong, random);
  const kind = pick(['slot', 'hold', 'parking'] as const, random);
  const day = { slot: dayAfter(end, days(SLOTS)), hold: dayAfter(start, days(HOLDS, [0, -1, -5])), parking: dayAfter(end, days(PARKING, [0, -1, -4])) }[kind]; // prettier-ignore
  const found = random() < 0.3 ? nearMidnight(day, random) : moment(day, random, kind !== 'slot');
  const shown = clockOf(found.at).slice(0, 10);
  const fits = { slot: shown === end && !isMidnight(found.at), hold: shown <= start, parking: shown >= start && shown <= end }[kind]; // prettier-ignore
  const column = { slot: 'departure_slot', hold: 'hold_until', parking: 'parking_expiry' }[kind];
  const status = kind === 'hold' && row.status === '' ? 'provisional' : stay.status;
  // A place is held for a provisional booking only.
  const isKnown = fits && !isAtNight(found.at, kind === 'slot') && (kind !== 'hold' || status === 'provisional');
  const told = { ...stay, kind: `${stay.kind} / ${kind}`, status, [kind]: second(found.at) };
  return {
    row: { ...row, [column]: found.text },
    stay: isKnown ? told : { ...told, person: null, room: null, clear: false, broadlyClear: false },
  };
}
