import type { Sql } from '#libs/core/database/database';
import type { Stay } from '#libs/occupancy/places.queries';

/** Places that a booking gives up: from a segment on without a trace, or a segment from a date on, kept as history. */
export interface Leave {
  bookingId: string;
  segment: number;
  forget: boolean;
  /** The day from which the places are free; null: all of the stay. */
  until: string | null;
}

/** One step of an exchange: leave, take, or first the one and then the other. */
export interface Step {
  leave?: Leave | undefined;
  take?: Stay | undefined;
}

const EXCHANGE = 'SELECT step, done FROM exchange_places($1, $2)';

/**
 * Runs the steps in their order, in one statement. Answers for each whether it was done; one that was not has changed
 * nothing. The caller has locked the places (`lockPlaces`).
 */
export async function exchangePlaces(sql: Sql, siteId: string, steps: Step[]): Promise<boolean[]> {
  const records = steps.flatMap(({ leave, take }, step) =>
    leave || take ? [{ step, ...left(leave), ...taken(take) }] : [],
  );
  const done = steps.map(() => true);
  if (records.length === 0) return done;
  const rows = await sql.rows<{ step: number; done: boolean }>(EXCHANGE, [siteId, JSON.stringify(records)]);
  for (const row of rows) done[row.step] = row.done;
  return done;
}

const left = (leave: Leave | undefined) =>
  leave && {
    leave_booking: leave.bookingId,
    leave_segment: leave.segment,
    leave_until: leave.until,
    leave_forgotten: leave.forget,
  };

const taken = (stay: Stay | undefined) =>
  stay && {
    booking: stay.bookingId,
    segment: stay.segment,
    location: stay.locationId,
    starts: stay.from,
    ends: stay.to,
    resident: stay.resident,
  };
