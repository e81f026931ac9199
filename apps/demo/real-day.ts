import { Failures } from './failures.js';
import type { Figure } from './figures.js';
import type { LodgeClient } from './lodge-client.js';
import { planRooms, stepsOf } from './plan.js';
import { Progress } from './progress.js';
import { listBookings, proveAllListed } from './proofs/listed-bookings.js';
import { proveOneRoomFewer } from './proofs/one-room-fewer.js';
import { proveRoomsHeldOnce } from './proofs/rooms-held-once.js';
import { proveStatusCounts } from './proofs/status-counts.js';
import { proveTrails } from './proofs/trails.js';
import { Reception } from './reception.js';
import type { Reservation } from './reservations.js';
import { playRoom } from './room-life.js';
import { planShortage } from './shortage.js';
import { sideBySide } from './side-by-side.js';
import { setUpSite } from './site-setup.js';

/** Plays the reservations in a new site and requests the result from Lodge. */
export async function playRealDay(
  client: LodgeClient,
  siteName: string,
  reservations: readonly Reservation[],
  width: number,
): Promise<Figure[]> {
  const failures = new Failures();
  const reception = await playAll(client, siteName, reservations, failures, width);
  const shortage = planShortage(reservations);
  const fewer = `${siteName}, one room fewer`;
  const short = shortage ? await proveOneRoomFewer(client, fewer, shortage, failures, width) : [];
  const refused = { name: 'Refusals without a reason', expected: 0, found: failures.messages.length };
  return [...(await prove(client, reception, reservations)), ...short, { ...refused, examples: failures.messages }];
}

async function playAll(
  client: LodgeClient,
  siteName: string,
  reservations: readonly Reservation[],
  failures: Failures,
  width: number,
): Promise<Reception> {
  // The longest rooms first, so that none is left to play alone at the end.
  const plans = planRooms(reservations).sort((one, other) => stepsOf(other) - stepsOf(one));
  const toBuild = plans.map(({ type, name, floor }) => ({ type, name, floor }));
  const site = await setUpSite(client, siteName, toBuild, width);
  const steps = plans.reduce((sum, plan) => sum + stepsOf(plan), 0);
  const progress = new Progress(
    `${reservations.length.toLocaleString('en')} reservations in ${plans.length} rooms`,
    steps,
  );
  const reception = new Reception(client, site, progress);
  await sideBySide(plans, width, (plan) => playRoom(reception, failures, plan));
  progress.finish();
  return reception;
}

async function prove(
  client: LodgeClient,
  { site, entries }: Reception,
  reservations: readonly Reservation[],
): Promise<Figure[]> {
  const bookings = await listBookings(client, site.id);
  const inFileOrder = reservations.flatMap(({ row }) => entries.get(row) ?? []);
  return [
    ...proveAllListed(reservations, entries, bookings),
    proveRoomsHeldOnce(bookings),
    ...(await proveStatusCounts(client, site.id, reservations)),
    await proveTrails(client, site.id, inFileOrder),
  ];
}
