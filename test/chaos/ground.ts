import { setTimeout as sleep } from 'node:timers/promises';
import { ChaosClient } from './client.js';
import { Dice } from './dice.js';
import type { Estate } from './estate.js';
import { IMPORT_LISTS, IMPORT_ROWS, Writers } from './writers.js';

const IMPORTED = IMPORT_LISTS * IMPORT_ROWS;
const ROOMS = IMPORTED + 20;

/** A site in which writers of every kind can work, and the writers; they add students to it, or to one beside it. */
export async function writersOn(
  estate: Estate,
  seed: number,
  { isBeside = false } = {},
): Promise<{ client: ChaosClient; writers: Writers; site: string }> {
  const { make } = estate;
  const site = await make.site();
  const intake = isBeside ? await make.site() : site;
  const rooms: string[] = [];
  // Their names have no numbers that are in the notes of imports: these would be about another room.
  for (let index = 0; index < ROOMS; index++)
    rooms.push(await make.room(site, { code: `C-${index}`, name: `C-${index}` }));
  const people: string[] = [];
  for (let index = 0; index < IMPORTED; index++) people.push(await make.student(site, { student_id: `P-${index}` }));
  const { email } = await make.user({ owner: true, roles: { [site.id]: 'admin', [intake.id]: 'admin' } });
  const dice = new Dice(seed);
  const client = new ChaosClient(estate, email, dice);
  await client.logIn();
  return { client, writers: new Writers(client, { site, intake, rooms, people }, dice), site: site.id };
}

/** How long to wait until writes continue, in ms. */
const MOST_MS = 30_000;

/** How long it takes until each api has acknowledged a write that was asked for after now, in ms. */
export async function untilWritten(estate: Estate, client: ChaosClient): Promise<number> {
  const began = performance.now();
  const goesOn = () => estate.apis.every((seat) => (client.written.get(seat) ?? 0) > began);
  while (!goesOn() && performance.now() - began < MOST_MS) {
    estate.requireAlive();
    await sleep(20);
  }
  return performance.now() - began;
}
