import { addDays } from '#libs/core/time/site-time';

/** The days of a stay, with its row. */
interface Days {
  row: number;
  day: string | null;
  to: string | null;
  isBroken: boolean;
}

/** So many rooms whose next stay begins a day later were hardly all empty for a night. */
const LEAST_ROOMS = 3;

/**
 * The rows whose last day may be a last night: those that end the day before the person's next stay, or all if no stay of a person or in a room ends on
 * the day of the next one, and one of a person, or several in rooms, end the day before.
 */
export function lastNightsIn(
  people: Iterable<readonly Days[]>,
  rooms: Iterable<readonly Days[]>,
): { isAll: boolean; rows: ReadonlySet<number> } {
  const [ofPeople, ofRooms] = [endsIn(people), endsIn(rooms)];
  const isAny = ofPeople.rows.size > 0 || ofRooms.rows.size >= LEAST_ROOMS;
  return { isAll: isAny && !ofPeople.areTouching && !ofRooms.areTouching, rows: ofPeople.rows };
}

/** The rows that end the day before the next stay of the same group, and whether one ends on its day. */
function endsIn(groups: Iterable<readonly Days[]>): { rows: Set<number>; areTouching: boolean } {
  const rows = new Set<number>();
  let areTouching = false;
  for (const stays of groups) {
    if (stays.length < 2) continue;
    const starts = new Set(stays.map(({ day }) => day));
    for (const { row, to, isBroken } of stays) {
      if (to === null || isBroken) continue;
      if (starts.has(to)) areTouching = true;
      else if (starts.has(addDays(to, 1))) rows.add(row);
    }
  }
  return { rows, areTouching };
}
