import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { EventStreams } from '#libs/events/stream/event-streams';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

interface Event {
  id: string;
  type: string;
  cursor: string;
  data: Record<string, unknown> | null;
}

/** What came over a stream so far. */
class Followed {
  readonly events: Event[] = [];
  ended = false;
  private readonly abort = new AbortController();

  async open(url: string, headers: Record<string, string>): Promise<this> {
    const answer = await fetch(url, { headers, signal: this.abort.signal });
    if (answer.status !== 200) throw new Error(await answer.text());
    void this.read(answer);
    return this;
  }

  close = () => this.abort.abort();

  private async read(answer: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          if (data) this.events.push(JSON.parse(data) as Event);
        }
      }
    } catch {
      // Cut off.
    }
    this.ended = true;
  }
}

describe('the stream of events', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  const urls: string[] = [];
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    for (const { app } of lodge.instances) {
      await app.listen(0, '127.0.0.1');
      urls.push(await app.getUrl());
    }
  });
  afterAll(() => lodge.stop());

  const follow = (
    who = admin,
    { query = '', instance = 0, last }: { query?: string; instance?: number; last?: string } = {},
  ) =>
    new Followed().open(`${urls[instance]}/sites/${site.id}/events/stream${query}`, {
      cookie: who.cookie,
      ...(last && { 'last-event-id': last }),
    });
  const flag = async (name: string) => {
    const answer = await admin.post(`/sites/${site.id}/flags`, { name, colour: '#112233' });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  };
  const member = async (role: 'viewer' | 'welfare' = 'viewer') => {
    const user = await lodge.make.user({ roles: { [site.id]: role } });
    return { ...user, client: await lodge.logIn(user.email) };
  };
  const connectTo = (instance: number) => {
    const { port, hostname } = new URL(urls[instance] ?? '');
    return connect(Number(port), hostname).on('error', () => undefined);
  };
  /** Opens a stream, and reads nothing of it. */
  const neverRead = (instance: number) => {
    const socket = connectTo(instance);
    socket.pause();
    socket.write(`GET /sites/${site.id}/events/stream HTTP/1.1\r\nhost: localhost\r\ncookie: ${admin.cookie}\r\n\r\n`);
    return socket;
  };
  const BIG = JSON.stringify([{ field: 'x', from: null, to: 'x'.repeat(400_000) }]);
  const writeMuch = () =>
    lodge.sql(
      `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id, changes)
       VALUES (uuidv7(), $1, now(), 'system', 'x', 'site.changed', 'site', $1, $2)`,
      [site.id, BIG],
    );
  const names = ({ events }: Followed) => events.map(({ data }) => data?.name);

  test('tells what comes, through either instance, and goes on after a cursor', async () => {
    const [here, there] = [await follow(), await follow(admin, { instance: 1 })];
    for (const name of ['One', 'Two', 'Three']) await flag(name);
    await until(() => Promise.resolve(here.events.length === 3 && there.events.length === 3));
    expect([names(here), names(there)]).toEqual([
      ['One', 'Two', 'Three'],
      ['One', 'Two', 'Three'],
    ]);
    here.close();
    await flag('Four');
    const resumed = await follow(admin, { last: here.events[1]?.cursor ?? '' });
    await until(() => Promise.resolve(resumed.events.length === 2));
    expect(names(resumed)).toEqual(['Three', 'Four']);
    await flag('Five');
    await until(() => Promise.resolve(resumed.events.length === 3 && there.events.length === 5));
    expect(names(resumed)).toEqual(['Three', 'Four', 'Five']);
    [resumed, there].forEach((each) => each.close());
  });

  test('streams that open while much is written have everything after their cursor, once and in order', async () => {
    const first = await follow();
    await flag('Begin');
    await until(() => Promise.resolve(first.events.length === 1));
    const last = first.events[0]?.cursor ?? '';
    const streams: Followed[] = [];
    const write = async () => {
      for (let index = 0; index < 60; index++) await flag(`Rush ${index}`);
    };
    const open = async () => {
      for (let index = 0; index < 20; index++) {
        streams.push(await follow(admin, { instance: index % 2, last }));
        await sleep(30);
      }
    };
    await Promise.all([write(), open()]);
    await until(() => Promise.resolve([first, ...streams].every(({ events }) => events.length >= 60)));
    const expected = Array.from({ length: 60 }, (_, index) => `Rush ${index}`);
    for (const stream of streams) expect(names(stream)).toEqual(expected);
    expect(names(first)).toEqual(['Begin', ...expected]);
    [first, ...streams].forEach((each) => each.close());
  }, 60_000);

  test('filters, and shows each role what it may see', async () => {
    const [viewer, welfare] = [await member('viewer'), await member('welfare')];
    const streams = await Promise.all([
      follow(viewer.client),
      follow(welfare.client),
      follow(admin, { query: '?type=category.*' }),
      follow(admin, { query: '?resource=category' }),
    ]);
    const student = { first_name: 'Ada', last_name: 'Byron', location: site.building };
    const made = await admin.post('/students', { site: site.id, ...student });
    await admin.patch(`/students/${site.id}/${made.body._id}`, { ...student, welfare_flag: true });
    await admin.post(`/sites/${site.id}/categories`, { name: 'Heating', colour: '#112233' });
    const types = () => streams.map(({ events }) => events.map(({ type }) => type));
    await until(() => Promise.resolve(types().every((each) => each.includes('category.created'))));
    expect(types()).toEqual([
      ['student.created', 'category.created'],
      ['student.created', 'student.welfare_changed', 'category.created'],
      ['category.created'],
      ['category.created'],
    ]);
    streams.forEach((each) => each.close());
  });

  test.each<[string, (who: Awaited<ReturnType<typeof member>>) => Promise<unknown>]>([
    ['a log-out', ({ client }) => client.delete('/users/sessions')],
    ['a session that expires', ({ id }) => lodge.sql('UPDATE sessions SET expires_at = $2 WHERE user_id = $1', [id, lodge.clock.now()])],
    ['a user who is disabled', ({ id }) => lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [id])],
    ['a membership that is taken away', ({ id }) => lodge.sql('DELETE FROM memberships WHERE user_id = $1', [id])],
    ['another role', ({ id }) => lodge.sql(`UPDATE memberships SET role = 'welfare' WHERE user_id = $1`, [id])],
  ])('ends with %s, and no other with it', async (_, end) => {
    const [who, other] = [await member(), await member()];
    const [stream, kept] = [await follow(who.client), await follow(other.client)];
    await end(who);
    await until(() => Promise.resolve(stream.ended));
    expect(kept.ended).toBe(false);
    kept.close();
  }); // prettier-ignore

  test('ends with its API key, or after the seconds that were asked for', async () => {
    const { client } = await member();
    const { body: key } = await client.post('/users/@me/api-keys', {
      name: 'Doors',
      scopes: [{ site: site.id, role: 'viewer' }],
    });
    const url = `${urls[0]}/sites/${site.id}/events/stream`;
    const stream = await new Followed().open(url, { authorization: `Bearer ${key.key}` });
    const short = await new Followed().open(`${url}?seconds=1`, { cookie: admin.cookie });
    await until(() => Promise.resolve(short.ended));
    expect(stream.ended).toBe(false);
    await client.delete(`/users/@me/api-keys/${key._id}`);
    await until(() => Promise.resolve(stream.ended));
  });

  test.each<[string, (who: Awaited<ReturnType<typeof member>>, keyId: string) => Promise<{ status: number }>]>([
    ['another role', ({ id }) => admin.patch(`/sites/${site.id}/members/${id}`, { role: 'reception' })],
    ['a suspension', ({ id }) => admin.post(`/sites/${site.id}/members/${id}/suspend`)],
    ['a removal', ({ id }) => admin.delete(`/sites/${site.id}/members/${id}`)],
    ['a log-out', ({ client }) => client.delete('/users/sessions')],
    ['the end of an API key', ({ client }, keyId) => client.delete(`/users/@me/api-keys/${keyId}`)],
  ])('sends nothing that was recorded after the response to %s', async (what, end) => {
    const scopes = [{ site: site.id, role: 'welfare' }];
    for (let trial = 0; trial < 4; trial++) {
      const who = await member('welfare');
      const { body: key } = await who.client.post('/users/@me/api-keys', { name: 'Doors', scopes });
      const headers: Record<string, string> = what.includes('key') ? { authorization: `Bearer ${key.key}` } : { cookie: who.client.cookie };
      const stream = await new Followed().open(`${urls[trial % 2]}/sites/${site.id}/events/stream`, headers);
      let isWriting = true;
      let hasEnded = false;
      const write = async () => {
        for (let index = 0; isWriting; index++) {
          await flag(`${hasEnded ? 'After' : 'Before'} ${what} ${trial} ${index}`);
          await sleep(50);
        }
      };
      const writing = write();
      await until(() => Promise.resolve(stream.events.length > 1));
      const { status } = await end(who, String(key._id));
      hasEnded = true;
      await flag(`After ${what} ${trial}`);
      await sleep(500);
      isWriting = false;
      await writing;
      expect([status, stream.ended, names(stream).filter((name) => String(name).startsWith('After'))]).toEqual([
        expect.any(Number),
        true,
        [],
      ]);
      expect(status).toBeLessThan(300);
    }
  }, 60_000); // prettier-ignore

  test('neither a log-in nor a renewed session makes anybody check the accesses', async () => {
    const heard: string[] = [];
    const listener = new pg.Client({ connectionString: lodge.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload }) => heard.push(String(payload)));
    await listener.query('LISTEN lodge_access');
    const { id, client } = await member();
    const renewed = await client.post('/users/sessions/refresh');
    await listener.query('SELECT');
    expect([renewed.status, heard]).toEqual([expect.any(Number), []]);
    await client.delete('/users/sessions');
    await listener.query('SELECT');
    expect(heard).toEqual([id]);
    await listener.end();
  });

  test('disconnects who does not read, while others go on', async () => {
    const streams = lodge.instance.app.get(EventStreams);
    const before = streams.count;
    const socket = neverRead(0);
    const reader = await follow();
    await until(() => Promise.resolve(streams.count === before + 2));
    for (let index = 0; index < 60; index++) {
      await writeMuch();
      await until(() => Promise.resolve(reader.events.length === index + 1));
    }
    await until(() => Promise.resolve(streams.count === before + 1));
    socket.destroy();
    reader.close();
  }, 60_000);

  test('has one connection to PostgreSQL for all listeners of a process, and goes on when that is cut', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow()));
    const listeners = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lodge-events'`;
    // One for each of the two instances.
    await until(async () => (await lodge.sql(listeners)).length === 2);
    await lodge.sql(`SELECT pg_terminate_backend(pid) FROM (${listeners}) l`);
    await flag('After the cut');
    await until(() => Promise.resolve(streams.every(({ events }) => events.length === 1)));
    streams.forEach((each) => each.close());
  });

  test('is refused to who has 50, and to a cursor that is none; ends when the server stops', async () => {
    const { client } = await member();
    const opened = await Promise.allSettled(Array.from({ length: 90 }, () => follow(client, { instance: 1 })));
    const streams = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(streams.length).toBe(50);
    const refused = await fetch(`${urls[1]}/sites/${site.id}/events/stream`, { headers: { cookie: client.cookie } });
    expect([refused.status, ((await refused.json()) as { limit: string }).limit]).toEqual([429, 'event_streams']);
    const wrong = await fetch(`${urls[1]}/sites/${site.id}/events/stream`, {
      headers: { cookie: admin.cookie, 'last-event-id': 'x' },
    });
    expect(wrong.status).toBe(400);
    // Neither unused connections nor a client that does not read prevent it from stopping.
    const idle = [connectTo(1), connectTo(1), neverRead(1)];
    await until(() => lodge.instances[1]?.app.get(EventStreams).count === 51);
    for (let index = 0; index < 16; index++) await writeMuch();
    await until(() => streams.every(({ events }) => events.length === 16));
    const began = performance.now();
    await lodge.instances[1]?.app.close();
    expect(performance.now() - began).toBeLessThan(20_000);
    idle.forEach((socket) => socket.destroy());
    await until(() => Promise.resolve(streams.every(({ ended }) => ended)));
    lodge.instances.pop();
  });
});
