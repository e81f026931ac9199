import { escapeLiteral } from 'pg';
import type { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';

/** How a value is written into the query: as a parameter, or, in a COPY, which takes none, as a literal. */
export type ValueInSql = (given: unknown) => string;

/** A value as a literal; a list as an array. */
export const literal: ValueInSql = (given) => {
  if (given === null || given === undefined) return 'NULL';
  if (!Array.isArray(given)) return escapeLiteral(String(given));
  return `ARRAY[${given.map((each) => escapeLiteral(String(each))).join(', ')}]`;
};

/** Sets of bookings that are found before anything else, by name. */
export type Sets = Map<string, string>;

// An array: the planner cannot know how many a set has, and would read a whole site in order of the sort.
export const inSet = (name: string) => `b.id = ANY(ARRAY(SELECT id FROM ${name}))`;

/** The filters of a list, and where their query is written. */
export interface Asked {
  sets: Sets;
  query: BookingFilters;
  site: string;
  today: string;
  timeZone: string;
  value: ValueInSql;
}
