import type { BookingStatus } from '#libs/bookings/booking-status';
import { inSet, type Sets } from '#libs/bookings/listing/asked';
import type { SiteNights } from '#libs/bookings/listing/site-nights.queries';

/** The conditions of a list or an export over `b`, by what PostgreSQL can do with them. */
export interface Conditions {
  /** Sets of bookings that are found first, because an index leads to them. */
  sets: Sets;
  site: string;
  /** The statuses and the large phases: an index has these bookings in the order of most sorts. */
  base: string[];
  /** Conditions of which each one leads to few bookings by an index. */
  few: string[];
  /** Conditions that may hold of few bookings or of most. */
  wide: string[];
  /** Bookings with some flags. */
  flags: Flags | undefined;
  /** The statuses that the bookings can have, if statuses or phases are asked for. */
  statuses: BookingStatus[] | undefined;
  nights: Nights | undefined;
  /** Whether the planner finds a page without help: the filters have no sets, no nights and no flags. */
  isPlain: boolean;
}

export interface Flags {
  /** A condition by which the flags of each booking are looked up. */
  has: string;
  /** The ids of bookings that have them. */
  ids: string;
}

/** Nights of the whole site. */
export interface Nights extends SiteNights {
  /** Whether most bookings may have one of them. */
  isWide: boolean;
}

export const allOf = (...conditions: string[][]): string => conditions.flat().join(' AND ');

/** Sets as the items of a WITH. */
export const itemsOf = (sets: Sets): string[] => [...sets].map(([name, text]) => `${name} AS MATERIALIZED (${text})`);

export const withSets = (sets: Sets): string => (sets.size > 0 ? `WITH ${itemsOf(sets).join(', ')} ` : '');

/** The sets of which a list reads: those of the nights, too. */
export const setsOf = ({ sets, nights }: Conditions): Sets =>
  nights ? new Map([...sets, ['odd', nights.odd], ['unusual', nights.unusual]]) : sets;

/** The same condition, but no index is used for it, and the planner expects that it holds of every other booking. */
export const hidden = (condition: string): string => `coalesce((${condition}), false)`;

/** All conditions but the nights and the flags. What leads to few bookings must not compete with what may lead to most of them. */
export const besidesNights = ({ site, base, few, wide }: Conditions): string =>
  allOf([site], few, few.length > 0 ? [...base, ...wide].map(hidden) : [...base, ...wide]);

/** The nights of most bookings, as the index has them. If only some are read, a wide range must not be searched to its end first. */
export const inUsualNights = (nights: Nights, { few, wide }: Conditions, isWhole: boolean): string => {
  const { usual, all, isWide } = nights;
  if (few.length > 0 || (isWide && wide.length > 0)) return hidden(usual);
  return isWide && !isWhole ? usual : all;
};

/** All conditions but those that indexes have in the order of sorts, to be looked at row by row. */
export const rowConditions = ({ few, wide, flags, nights }: Conditions): string[] => [
  ...[...few, ...wide].map(hidden),
  ...(flags ? [flags.has] : []),
  ...(nights ? [`(${hidden(nights.usual)} OR ${inSet('unusual')})`] : []),
];

/** The sets and all conditions of a list that is read as a whole. */
export function ofWhole(conditions: Conditions): { sets: string[]; where: string } {
  const { site, flags, nights } = conditions;
  const sets = new Map(setsOf(conditions));
  const where = allOf([besidesNights(conditions)], flags ? [`b.id IN (${flags.ids})`] : []);
  if (!nights) return { sets: itemsOf(sets), where };
  sets.set('stays', `SELECT b.id FROM bookings b WHERE ${site} AND ${nights.usual} UNION ALL SELECT id FROM unusual`);
  return { sets: itemsOf(sets), where: `${where} AND ${inSet('stays')}` };
}
