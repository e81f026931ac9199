import type { Failures } from '../failures.js';
import type { Figure } from '../figures.js';
import type { LodgeClient } from '../lodge-client.js';
import { LodgeProblem } from '../problem.js';
import { Progress } from '../progress.js';
import { Reception } from '../reception.js';
import { bookAll } from '../room-life.js';
import type { Reservation } from '../reservations.js';
import { inTheWay, type Shortage } from '../shortage.js';
import { sideBySide } from '../side-by-side.js';
import { setUpSite } from '../site-setup.js';

interface Outcome {
  refusals: number;
  wrong: string[];
}

/** With a room fewer than needed, just those stays that cannot fit are refused, by every room, for the right reason. */
export async function proveOneRoomFewer(
  client: LodgeClient,
  siteName: string,
  shortage: Shortage,
  failures: Failures,
  width: number,
): Promise<Figure[]> {
  const { type, rooms, turnedAway } = shortage;
  const names = rooms.map((_, index) => `${type}${String(index + 1).padStart(3, '0')}`);
  const toBuild = names.map((name) => ({ type, name, floor: '1' }));
  const site = await setUpSite(client, siteName, toBuild, width);
  const steps = 2 * rooms.flat().length + turnedAway.length * (rooms.length + 1);
  const progress = new Progress(`${rooms.length} rooms of type ${type}, one fewer`, steps);
  const reception = new Reception(client, site, progress);
  const locations = names.map((name) => site.rooms.get(name) ?? '');
  await sideBySide([...rooms.keys()], width, async (index) => {
    await bookAll(reception, failures, rooms[index] ?? [], locations[index] ?? '');
  });
  const outcome = await offerEverywhere(reception, shortage, locations);
  progress.finish();
  return figuresOf(shortage, reception.entries.size, outcome);
}

async function offerEverywhere(reception: Reception, shortage: Shortage, locations: string[]): Promise<Outcome> {
  const outcome: Outcome = { refusals: 0, wrong: [] };
  for (const stay of shortage.turnedAway) {
    for (const [index, room] of shortage.rooms.entries()) {
      const named = await conflictsOf(reception, stay, locations[index] ?? '');
      if (!named) break;
      const known = inTheWay(room, stay).map(({ row }) => reception.entries.get(row)?.booking ?? `row ${row}`);
      outcome.refusals++;
      if (!sameMembers(named, known)) outcome.wrong.push(`row ${stay.row}: named ${named}, in the way ${known}`);
    }
  }
  return outcome;
}

/** The bookings that Lodge names when it refuses a stay; undefined when it takes it. */
async function conflictsOf(reception: Reception, stay: Reservation, location: string): Promise<string[] | undefined> {
  try {
    await reception.book(stay, location);
    return undefined;
  } catch (error) {
    if (!(error instanceof LodgeProblem) || error.status !== 409 || error.code !== 'booking_conflict') throw error;
    return error.conflicts.map(({ booking_id }) => booking_id);
  }
}

const sameMembers = (one: string[], other: string[]): boolean => [...one].sort().join() === [...other].sort().join();

function figuresOf({ rooms, turnedAway }: Shortage, booked: number, { refusals, wrong }: Outcome): Figure[] {
  const expected = turnedAway.length * rooms.length;
  return [
    { name: 'One room fewer: stays booked', expected: rooms.flat().length, found: booked },
    { name: 'One room fewer: refusals, by each room in turn', expected, found: refusals },
    {
      name: '... naming just the stays in the way',
      expected,
      found: refusals - wrong.length,
      examples: wrong.slice(0, 3),
    },
  ];
}
