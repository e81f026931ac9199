import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Receiver } from '../support/receiver.js';
import { SEED } from '../support/properties.js';
import { until } from '../support/until.js';
import type { ChaosClient } from './client.js';
import { Dice } from './dice.js';
import { Estate } from './estate.js';
import { type Fault, faultsFor } from './faults.js';
import { type Books, booksOf, differences, FeedReader, notBrought, ReceiverSeat } from './followers.js';
import { untilWritten, writersOn } from './ground.js';
import type { Writers } from './writers.js';

// `npm run events` kills fifty times.
const KILLS = Number(process.env.EVENT_KILLS ?? 4);
/** Writers that change bookings, and one of each other kind: twenty in all. */
const MOVERS = 8;

jest.setTimeout(240_000 + KILLS * 30_000);

describe(`a reader of the feed and a webhook with twenty writers, through ${KILLS} kills (SPEC_SEED=${SEED})`, () => {
  const dice = new Dice(SEED);
  let estate: Estate;
  let client: ChaosClient;
  let writers: Writers;
  let site: string;
  let reader: FeedReader;
  let receiver: ReceiverSeat;
  let books: Books;
  beforeAll(async () => {
    estate = await Estate.open({ withRedis: SEED % 2 === 0, workers: 1 });
    ({ client, writers, site } = await writersOn(estate, SEED + 1));
    receiver = new ReceiverSeat(join(estate.folder, 'received'));
    await hook(await receiver.start());
    reader = new FeedReader(client, site);
  });
  afterAll(async () => {
    await writers.abandon();
    await receiver.kill();
    await estate.close();
  });

  /** Its first event is about itself. */
  const hook = async (url: string, types: string[] = []): Promise<string> => {
    const body = { url, types, role: 'admin' };
    const said = await client.insist({ method: 'POST', path: `/sites/${site}/webhooks`, body });
    expect([said.status, said.body]).toMatchObject([200, { url }]);
    return said.body._id as string;
  };
  const hooks = async () => (await client.insist({ path: `/sites/${site}/webhooks` })).body as { waiting: number; lag_seconds: number }[]; // prettier-ignore
  /** As if the pauses until the next attempts were over. */
  const comeDue = async () => {
    await estate.sql(`UPDATE webhook_deliveries SET next_at = now() WHERE state = 'waiting' AND next_at > now()`);
    await estate.sql('UPDATE webhooks SET resume_at = now() WHERE resume_at > now()');
  };
  const kills = (): [string, Fault][] => {
    const known = new Map(faultsFor(estate));
    const own = ['api killed', 'worker killed', 'PostgreSQL killed'].map((name): [string, Fault] => [name, known.get(name) as Fault]); // prettier-ignore
    return [...own, ['receiver killed', async () => void (await receiver.kill().then(() => receiver.start()))]];
  };

  test('every committed change comes by the feed once and in order, and by the webhook; all bookings follow from events alone', async () => {
    writers.start(MOVERS);
    reader.start();
    const order: string[] = [];
    while (order.length < KILLS)
      for (const [name, kill] of dice.shuffled(kills()).slice(0, KILLS - order.length)) {
        order.push(name);
        await kill(estate, dice);
        await untilWritten(estate, client);
      }
    await writers.stop();
    estate.requireAlive();
    await writers.ledger.settle(estate);
    await until(async () => (await comeDue(), await hooks()).every(({ waiting, lag_seconds }) => waiting === 0 && lag_seconds === 0)); // prettier-ignore
    await reader.finish();
    // An event of the last second is not late yet.
    await until(async () => (await comeDue(), notBrought(reader.events, receiver.ids)).length === 0);
    books = { feed: reader.events, received: receiver.ids, ...(await booksOf(estate, site)) };
    console.info(`${order.length} kills, ${books.feed.length} events of ${books.bookings.size} bookings and others, ${books.received.length} deliveries`); // prettier-ignore
    expect(client.violations).toEqual([]);
    expect(differences(books)).toEqual([]);
    expect([books.bookings.size > 20, books.feed.length > books.bookings.size]).toEqual([true, true]);
  });

  test('a gap, a repetition, another order, a delivery that did not come and a booking that is another would have been seen', () => {
    const { feed, received, bookings } = books;
    const [id, ids] = [...books.trails].find(([, each]) => each.length > 1) as [string, string[]];
    const of = (n: number) => feed.findIndex((event) => event.id === ids[n]);
    const swapped = [...feed];
    [swapped[of(0)], swapped[of(1)]] = [feed[of(1)] as never, feed[of(0)] as never];
    const faults = [
      { feed: feed.slice(0, -1) },
      { feed: [...feed, ...feed.slice(-1)] },
      { feed: swapped },
      { received: received.filter((each) => each !== feed.at(-1)?.id) },
      { bookings: new Map([...bookings, [id, { ...bookings.get(id), notes: 'other' }]]) },
    ].map((altered) => new Set(differences({ ...books, ...altered }).map((each) => (each as { fault: string }).fault)));
    expect(faults.map((each) => [...each][0])).toEqual([
      'a committed change is not in the feed',
      'an event came twice',
      'an event came before one of an earlier place',
      'an event was not brought by the webhook',
      'a booking rebuilt from events is another',
    ]);
    expect(faults[2]).toContain('events of a booking are not in the order of its trail');
  });

  test('a delivery whose worker is killed in its middle is sent again by another, under the same id', async () => {
    const held = await Receiver.start();
    held.respond = () => undefined;
    const id = await hook(held.url, ['webhook.*']);
    await until(() => held.received.length > 0);
    const [seat] = estate.workers as [(typeof estate.workers)[number]];
    await seat.disturb(() => seat.runs.end('SIGKILL'));
    const attempts = () => estate.sql('SELECT state, attempts, event_id FROM webhook_deliveries WHERE webhook_id = $1', [id]); // prettier-ignore
    const [{ event_id } = { event_id: '' }] = (await attempts()) as { event_id: string }[];
    expect(await attempts()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    held.respond = (response) => response.writeHead(204).end();
    // The lease of the delivery is over after a minute, and so is that of its webhook in the queue, unless the queue has forgotten it.
    await estate.redis?.kill();
    await estate.redis?.start();
    seat.runs = estate.startWorker();
    await estate.sql(`UPDATE webhook_deliveries SET next_at = now() WHERE webhook_id = $1`, [id]);
    await until(async () => (await attempts())[0]?.state === 'delivered', 180);
    expect([await attempts(), held.received.map((each) => each.id)]).toMatchObject([[{ attempts: 2 }], [event_id, event_id]]); // prettier-ignore
    await held.stop();
  });
});
