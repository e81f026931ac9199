import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { commands, taken } from './commands.js';
import { play } from './play.js';

/** How many sequences of requests are tried; `npm run model` tries 2,500, which are more than 100,000 steps. */
const RUNS = Number(process.env.MODEL_RUNS ?? 12);
const COMMANDS = Number(process.env.MODEL_STEPS ?? 50);

describe('Lodge and a simple model of the contract', () => {
  let lodge: Lodge;
  let worker: INestApplicationContext;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '25' } });
    worker = await startWorker(lodge);
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
  });

  test(`agree on ${RUNS} random sequences of requests over all write paths, and on every night after each of them`, async () => {
    let [bookings, runs] = [0, 0];
    await fc.assert(
      fc.asyncProperty(commands(COMMANDS), async (sequence) => {
        bookings += await play(lodge, sequence);
        if (++runs % 50 === 0) process.stderr.write(`${runs} sequences, ${taken.steps} steps\n`);
      }),
      { numRuns: RUNS, endOnFailure: process.env.MODEL_END === '1' },
    );
    expect(bookings).toBeGreaterThan(RUNS);
    expect(taken.steps).toBeGreaterThan(RUNS * 10);
  }, 14_400_000);
});
