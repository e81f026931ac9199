import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { commands, taken } from './commands.js';
import { play, startModel } from './play.js';

/** How many sequences of requests are tried, and of how many requests at most; `npm run model` takes more than 100,000 steps. */
const RUNS = Number(process.env.MODEL_RUNS ?? 12);
const COMMANDS = Number(process.env.MODEL_STEPS ?? 50);

describe('Lodge and a simple model of the contract', () => {
  let model: Awaited<ReturnType<typeof startModel>>;
  beforeAll(async () => {
    model = await startModel();
  });
  afterAll(() => model.stop());

  test(`agree on ${RUNS} random sequences of requests over all write paths, and on every night after each of them`, async () => {
    let [bookings, runs] = [0, 0];
    await fc.assert(
      fc.asyncProperty(commands(COMMANDS), async (sequence) => {
        bookings += await play(model.lodge, sequence);
        if (++runs % 50 === 0) process.stderr.write(`${runs} sequences, ${taken.steps} steps\n`);
      }),
      { numRuns: RUNS, endOnFailure: process.env.MODEL_SHRINK === 'no' },
    );
    expect(bookings).toBeGreaterThan(RUNS);
    expect(taken.steps).toBeGreaterThan(RUNS * 10);
  }, 14_400_000);
});
