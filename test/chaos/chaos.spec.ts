import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { SEED } from '../support/properties.js';
import type { ChaosClient } from './client.js';
import { Dice } from './dice.js';
import { Estate } from './estate.js';
import { faultsFor } from './faults.js';
import { untilWritten, writersOn } from './ground.js';
import { IMPORT_ROWS, type Writers } from './writers.js';

// `npm run chaos` takes five hundred.
const FAULTS = Number(process.env.CHAOS_FAULTS ?? 20);
/** It continues after a few, to show them all. */
const MOST_VIOLATIONS = 10;
/** The queue is in Redis, or in PostgreSQL: half of the seeds each. */
const WITH_REDIS = SEED % 2 === 0;
/** How soon after the end of a fault each api acknowledges writes again. */
const RECOVERY_MS = 10_000;

jest.setTimeout(240_000 + FAULTS * 15_000);

describe(`two apis and two workers, their queue in ${WITH_REDIS ? 'Redis' : 'PostgreSQL'}, through ${FAULTS} faults (SPEC_SEED=${SEED})`, () => {
  const dice = new Dice(SEED);
  let estate: Estate;
  let client: ChaosClient;
  let writers: Writers;
  beforeAll(async () => {
    estate = await Estate.open({ withRedis: WITH_REDIS });
    // They speak by themselves; the faults come in the order of the seed whatever the writers do.
    ({ client, writers } = await writersOn(estate, SEED + 1));
  });
  afterAll(async () => {
    await writers.abandon();
    await estate.close();
  });

  test('nothing is lost or doubled, nothing ends by itself, every response is a success or a problem, and writes go on within 10 s', async () => {
    writers.start();
    await untilWritten(estate, client);
    const slow: string[] = [];
    const order: string[] = [];
    let longest = 0;
    while (order.length < FAULTS) {
      // Each kind once before any comes again.
      for (const [name, fault] of dice.shuffled(faultsFor(estate)).slice(0, FAULTS - order.length)) {
        order.push(name);
        await fault(estate, dice);
        const recovery = await untilWritten(estate, client);
        longest = Math.max(longest, recovery);
        if (recovery > RECOVERY_MS) slow.push(`${name}: ${(recovery / 1_000).toFixed(1)} s`);
        if (client.violations.length > MOST_VIOLATIONS)
          throw new Error(`after ${order.join(', ')}:\n${client.violations.join('\n')}`);
      }
    }
    await writers.stop();
    estate.requireAlive();
    await writers.ledger.settle(estate);
    console.info(`${FAULTS} faults, ${writers.ledger.size} acknowledged, longest recovery ${(longest / 1_000).toFixed(1)} s, responses: ${JSON.stringify(client.counts)}`); // prettier-ignore
    expect(client.violations.map((each) => `${each}\n${estate.errorsLogged()}`)).toEqual([]);
    expect(await writers.ledger.differences(estate, estate.sink, IMPORT_ROWS)).toEqual([]);
    expect(slow).toEqual([]);
    for (const [, picture] of writers.ledger.photos) expect((await client.insist({ path: picture })).status).toBe(200);
    // It did something, of each kind.
    const { bookings, students, closures, imports, invited, photos, jobs } = writers.ledger;
    for (const kind of [bookings, students, closures, imports, invited, photos, jobs]) expect(kind.size).toBeGreaterThan(0); // prettier-ignore
  });

  test('a loss, a doubling, an illegal step and a mail that did not come would have been seen', async () => {
    const { ledger } = writers;
    ledger.closures.add('0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a');
    await estate.sql(
      'UPDATE students SET last_name = $1 WHERE last_name = $2',
      [...ledger.students.keys()].slice(0, 2),
    );
    await estate.sql('ALTER TABLE booking_transactions DISABLE TRIGGER USER');
    await estate.sql(`UPDATE booking_transactions SET type = 'check_out' WHERE sequence = 2 AND booking_id = (SELECT booking_id FROM booking_transactions WHERE type = 'cancel' AND sequence = 2 LIMIT 1)`); // prettier-ignore
    await estate.sql(`UPDATE bookings SET notes = NULL WHERE id = (SELECT id FROM bookings WHERE notes LIKE 'import-%' LIMIT 1)`); // prettier-ignore
    ledger.invited.add('nobody@example.org');
    const found = (await ledger.differences(estate, estate.sink, IMPORT_ROWS)) as { fault: string }[];
    const kinds = [...new Set(found.map(({ fault }) => fault))];
    expect(kinds).toEqual(expect.arrayContaining(['a closure is lost', 'a student is lost', 'a student is there twice', 'no legal step', 'an import is not whole', 'an invitation was not mailed once'])); // prettier-ignore
  });
});
