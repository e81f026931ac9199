import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import type { Step } from '#libs/occupancy/exchange.queries';
import type { Stay } from '#libs/occupancy/places.queries';

export const earlier = (one: string, other: string): string => (one < other ? one : other);
export const later = (one: string, other: string): string => (one > other ? one : other);
/** The later of an end, which may be open, and a day. */
export const laterEnd = (end: string | null, day: string): string | null => end && later(end, day);

/** What a booking's stay becomes: how its places change hands, and the columns that say so. */
export interface Restay extends Step {
  takes: Stay[];
  /** What it needs of a room that was left: nights to begin with, or those for cleaning. */
  needs?: Stay;
  columns: { segment: number; segment_from: string; occupied_from: string; occupied_to: string | null };
  /** Where the stay is now; a planned move does not change that. */
  location: string;
}

/** A part of the stay of a booking; all dates are the site's. */
export interface Part {
  segment: number;
  location: string;
  from: string;
  since?: string | undefined;
  to: string | null;
  /** The end of the contract, where somebody in house is there longer. */
  contractEnd?: string | null;
  resident?: boolean;
  turnaround?: number | null;
  owed?: number | null;
  /** Whether its last place is held for more nights than before, with the nights for cleaning that apply by now. */
  isLonger?: boolean;
}

export const stayOfRow = (row: BookingFactsRow, today: string, part: Part): Stay => ({
  siteId: row.site,
  today,
  bookingId: row._id,
  segment: part.segment,
  locationId: part.location,
  from: part.from,
  since: part.since,
  to: part.to,
  resident: part.resident ?? false,
  turnaround: part.turnaround === undefined ? row.turnaround_days : part.turnaround,
  owed: part.owed,
});

/** What a stay is to become. */
export type WantedStay = Pick<BookingFactsRow, 'location' | 'contract_start' | 'contract_end'> & {
  /** The day on which the guest arrived, where the start may change. */
  arrived?: string | null;
  /** Whether the request changes the nights for cleaning. */
  recleaned?: boolean;
};
