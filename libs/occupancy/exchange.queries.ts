import type { Sql } from '#libs/core/database/transaction';
import type { Stay } from '#libs/occupancy/places.queries';

/**
 * How a booking gives up its places.
 * - `forget`: from a segment on, without a trace.
 * - `cut`: the segment ended on a day, and keeps the nights that were spent; what was planned after it vanishes.
 * - `begin`: the segment, which was left, began on another day.
 * - `remain`: the segment went on until a day in the places that its location still has.
 * - `restore`: the segments before it have the nights again that a check-out before the move to it took from them.
 * - `suspend`: none of its nights count any more.
 * - `resume`: those that were suspended count again.
 * - `clean`: the places of its last nights are cleaned until a day, or for as long as their type says.
 */
export interface Leave {
  bookingId: string;
  segment: number;
  how: 'forget' | 'cut' | 'begin' | 'remain' | 'restore' | 'suspend' | 'resume' | 'clean';
  /** The day from which the places are free, or with `begin`, are not. With `clean`, null: as the type says. */
  ended?: string | null;
}

/**
 * One step of an exchange: bookings leave places, then others take some. A stay with `since` has its nights from `from` afterwards, which
 * the exchange writes into it: they may begin before.
 */
export interface Step {
  leaves?: Leave[] | undefined;
  takes?: Stay[] | undefined;
}

/** A booking or closure whose nights begin later, because somebody stayed there. */
export interface Pushed {
  holder_id: string;
  segment: number;
  closure: boolean;
  held_from: string;
}

export interface Exchanged {
  done: boolean;
  pushed: Pushed[];
}

const EXCHANGE = 'SELECT step, done, pushed FROM exchange_places($1, $2, $3)';

/**
 * Runs the steps in their order, in one statement. A step that was not done has changed nothing. The caller has locked the
 * places (`lockPlaces`). `today` is the site's.
 */
export async function exchangePlaces(
  sql: Sql,
  { siteId, today }: { siteId: string; today: string },
  steps: Step[],
): Promise<Exchanged[]> {
  const done = steps.map((): Exchanged => ({ done: true, pushed: [] }));
  const records = steps.flatMap(({ leaves = [], takes = [] }, step) =>
    leaves.length + takes.length > 0
      ? [{ step, ...(leaves.length > 0 && { leaves: leaves.map(leaveRecord) }), takes: takes.map(takeRecord) }]
      : [],
  );
  if (records.length === 0) return done;
  const rows = await sql.rows<{ step: number; done: boolean; pushed: (Pushed & { own?: true })[] | null }>(EXCHANGE, [
    siteId,
    today,
    JSON.stringify(records),
  ]);
  for (const { step, done: isDone, pushed } of rows) {
    done[step] = { done: isDone, pushed: (pushed ?? []).filter(({ own }) => !own) };
    for (const { own, holder_id, segment, held_from } of pushed ?? []) {
      const stay = steps[step]?.takes?.find((each) => each.bookingId === holder_id && each.segment === segment);
      if (own && stay) stay.from = held_from;
    }
  }
  return done;
}

const leaveRecord = ({ bookingId: booking, segment, how, ended }: Leave) => ({ booking, segment, how, ended });

const takeRecord = (stay: Stay) => ({
  booking: stay.bookingId,
  segment: stay.segment,
  location: stay.locationId,
  starts: stay.from,
  since: stay.since,
  ends: stay.to,
  resident: stay.resident,
  turnaround: stay.turnaround,
  owed: stay.owed,
});
