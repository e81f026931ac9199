import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { Lodge } from '../support/lodge.js';
import { commands } from './commands.js';
import { play } from './play.js';

/** How many sequences of requests are tried; `npm run model` tries 4,000, which are 100,000 steps. */
const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const COMMANDS = 25;

describe('Lodge and a simple model of the contract', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(() => lodge.stop());

  test(`agree on ${RUNS} random sequences of requests over all write paths, and on the calendar after them`, async () => {
    let bookings = 0;
    await fc.assert(
      fc.asyncProperty(commands(COMMANDS), async (sequence) => {
        bookings += await play(lodge, sequence);
      }),
      { numRuns: RUNS, endOnFailure: false },
    );
    expect(bookings).toBeGreaterThan(RUNS);
  }, 14_400_000);
});
