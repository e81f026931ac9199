import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  createLodgeClient,
  followEvents,
  InvalidWebhook,
  type LodgeClient,
  LodgeError,
  type Schema,
  unwrap,
  verifyWebhook,
} from '../../clients/typescript/src/index.js';
import { signedHeaders } from '#libs/webhooks/sending/signature';
import { PASSWORD, type SiteFixture } from '../support/factory.js';
import { Lodge } from '../support/lodge.js';
import { Receiver } from '../support/receiver.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);
type Event = Schema<'EventResponse'>;

describe('the TypeScript client', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let site: SiteFixture;
  let client: LodgeClient;
  let direct: LodgeClient;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1' } });
    site = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    await lodge.instance.app.listen(0, '127.0.0.1');
    const url = await lodge.instance.app.getUrl();
    [client, direct] = [createLodgeClient({ baseUrl: await proxy.to(url) }), createLodgeClient({ baseUrl: url })];
    for (const each of [client, direct]) await unwrap(each.POST('/users/sessions', { body: { email, password: PASSWORD } })); // prettier-ignore
  });
  afterAll(async () => {
    await proxy.cut();
    await lodge.stop();
  });

  const path = () => ({ params: { path: { siteId: site.id } } });
  const flag = (name: string) => unwrap(direct.POST('/sites/{siteId}/flags', { ...path(), body: { name, colour: '#112233' } })); // prettier-ignore
  const feed = async (type: string) =>
    (await unwrap(direct.GET('/sites/{siteId}/events', { params: { ...path().params, query: { type, limit: 500 } } }))).data; // prettier-ignore

  test('follows events through connections that are cut: each once, in order, from where it began', async () => {
    const [events, abort] = [[] as Event[], new AbortController()];
    const following = (async () => {
      for await (const event of followEvents(client, { site: site.id, types: ['flag.*'], signal: abort.signal })) events.push(event); // prettier-ignore
    })();
    const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lodge-events'`;
    await until(async () => (await lodge.sql(listening)).length === 1);
    for (let round = 0; round < 6; round++) {
      // The first cut comes before anything was read: even then nothing is missed.
      await proxy.cut();
      await flag(`During a cut ${round}`);
      await proxy.mend();
      await until(() => events.length === 2 * round + 1);
      await flag(`After a cut ${round}`);
      if (round % 2 === 0) await until(() => events.length === 2 * round + 2);
      else await proxy.cut();
      if (round % 2 === 1) await proxy.mend();
      await until(() => events.length === 2 * round + 2);
    }
    abort.abort();
    await following;
    const expected = await feed('flag.*');
    expect(events.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(events[0]).toEqual(expected[0]);
    // Begun again with a kept cursor.
    const rest: string[] = [];
    for await (const { id } of followEvents(client, {
      site: site.id,
      types: ['flag.*'],
      after: events[8]?.cursor ?? '',
    })) {
      rest.push(id);
      if (rest.length === 3) break;
    }
    expect(rest).toEqual(expected.slice(9).map(({ id }) => id));
  });

  test('ends following with the problem when it cannot go on', async () => {
    const codes: string[] = [];
    const stranger = await lodge.make.site();
    for (const each of [{ site: stranger.id }, { site: site.id, after: 'AAAAAABAAAAAAAAAAAAA' }]) {
      const error = await followEvents(client, each).next().catch((caught: unknown) => caught); // prettier-ignore
      expect(error).toBeInstanceOf(LodgeError);
      codes.push((error as LodgeError).code);
    }
    expect(codes).toEqual([expect.stringMatching(/forbidden|not_found/), 'cursor_gone']);
  });

  test('verifies what Lodge sends to a webhook, and refuses what is changed, old or from another', async () => {
    const [receiver, worker] = [await Receiver.start(), await startWorker(lodge)];
    const { secret, _id } = await unwrap(direct.POST('/sites/{siteId}/webhooks', { ...path(), body: { url: receiver.url } })); // prettier-ignore
    await flag('To a webhook');
    await until(() => receiver.received.length > 0);
    const [{ headers, text, body } = receiver.received[0] as never] = receiver.received;
    expect(await verifyWebhook({ body: text, headers, secret })).toEqual(body);
    expect(await verifyWebhook({ body: new TextEncoder().encode(text), headers: new Headers(headers), secret: [`whsec_${btoa('other')}`, secret] })).toEqual(body); // prettier-ignore
    const [first] = [await unwrap(direct.GET('/sites/{siteId}/webhooks', path()))];
    expect(first.map((each) => each._id)).toContain(_id);
    const refused = [
      { body: text.replace('flag', 'flog'), headers, secret },
      { body: text, headers: { ...headers, 'webhook-id': 'other' }, secret },
      {
        body: text,
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
        secret,
      },
      { body: text, headers: { ...headers, 'webhook-signature': 'v1,AAAA v2,x v1,%%%' }, secret },
      { body: text, headers: { ...headers, 'webhook-signature': '' }, secret },
      { body: text, headers, secret: `whsec_${btoa('another secret')}` },
      { body: text, headers, secret, toleranceSeconds: -1 },
      ...['', 'whsec_', 'whsec_%%%', []].map((none) => ({ body: text, headers, secret: none })),
      { body: 'no JSON', headers: signedHeaders('1', 'no JSON', [secret ?? ''], new Date()), secret },
    ];
    for (const each of refused) await expect(verifyWebhook(each)).rejects.toBeInstanceOf(InvalidWebhook);
    await worker.close();
    await receiver.stop();
  });
});
