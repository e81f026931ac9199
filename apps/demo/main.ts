import { fileURLToPath } from 'node:url';
import { TooManyRefusals } from './failures.js';
import { holds } from './figures.js';
import { LodgeClient } from './lodge-client.js';
import { readOptions } from './options.js';
import { LodgeProblem, LodgeUnreachable } from './problem.js';
import { playRealDay } from './real-day.js';
import { complaintsOf, effortOf, tableOf } from './report.js';
import { readReservations } from './reservations.js';

// Seen from dist/apps/demo, where this runs.
const FILE = fileURLToPath(new URL('../../../demo/resort-hotel-2015-2017.csv', import.meta.url));

try {
  process.exitCode = (await run(process.argv)) ? 0 : 1;
} catch (error) {
  console.error(isExpected(error) ? `\n${error.message}` : error);
  // Requests may still be under way.
  process.exit(1);
}

function isExpected(error: unknown): error is Error {
  return [LodgeUnreachable, LodgeProblem, TooManyRefusals].some((kind) => error instanceof kind);
}

async function run(argv: readonly string[]): Promise<boolean> {
  const { url, email, password, limit, width } = readOptions(argv);
  const reservations = readReservations(FILE).slice(0, limit);
  const client = new LodgeClient(url);
  await client.logIn(email, password);
  const siteName = `Resort Hotel ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
  console.log(`${siteName}, at ${url}`);
  const began = performance.now();
  const figures = await playRealDay(client, siteName, reservations, width);
  const seconds = (performance.now() - began) / 1000;
  console.log(`\n${tableOf(figures)}\n\n${effortOf(client.requests, client.waits, seconds)}`);
  if (figures.every(holds)) return true;
  console.error(`\n${complaintsOf(figures)}`);
  return false;
}
