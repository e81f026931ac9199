import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../support/factory.js';
import { Lodge } from '../support/lodge.js';

describe('the event streams of a job that waits', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let url: string;
  let jobId: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    await lodge.instance.app.listen(0, '127.0.0.1');
    const { client } = await member();
    // No worker prints it.
    const ordered = await client.get(`/students/${site.id}/export`, { prefer: 'respond-async' });
    jobId = ordered.body._id;
    url = `${await lodge.instance.app.getUrl()}/jobs/${jobId}/events`;
  });
  afterAll(() => lodge.stop());

  const member = async () => {
    const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    return { ...user, client: await lodge.logIn(user.email) };
  };
  const watch = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers });
    expect(answer.status).toBe(200);
    return { answer };
  };
  /** Reads to the end, which comes within two seconds where nothing else is going on. */
  const endOf = async ({ answer }: Awaited<ReturnType<typeof watch>>) => {
    const late = sleep(60_000, 'it is still open', { ref: false });
    return Promise.race([answer.text().then(() => 'ended'), late]);
  };

  test.each<[string, (who: Awaited<ReturnType<typeof member>>) => Promise<unknown>]>([
    ['a log-out', ({ client }) => client.delete('/users/sessions')],
    ['a session that expires', ({ id }) => lodge.sql('UPDATE sessions SET expires_at = $2 WHERE user_id = $1', [id, lodge.clock.now()])],
    ['a user who is disabled', ({ id }) => lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [id])],
    ['a role that is taken away', ({ id }) => lodge.sql('DELETE FROM memberships WHERE user_id = $1', [id])],
  ])('end with %s', async (_, end) => {
    const who = await member();
    const stream = await watch({ cookie: who.client.cookie });
    await end(who);
    expect(await endOf(stream)).toBe('ended');
  }); // prettier-ignore

  test('are not opened by who asks for their head only', async () => {
    const { client } = await member();
    const headers = { cookie: client.cookie };
    for (let index = 0; index < 11; index++)
      expect((await fetch(url, { method: 'HEAD', headers })).headers.get('content-type')).toBe('text/event-stream');
    const stream = await watch(headers);
    await stream.answer.body?.cancel();
  });

  test('are ten at most for a user, and end when the server stops', async () => {
    const { client } = await member();
    const headers = { cookie: client.cookie };
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch(headers)));
    const refused = await fetch(url, { headers });
    expect([refused.status, refused.headers.get('retry-after'), ((await refused.json()) as { limit: string }).limit]).toEqual([429, '5', 'event_streams']);
    const stopped = lodge.instance.app.close();
    expect(await Promise.all(streams.map(endOf))).toEqual(Array.from({ length: 10 }, () => 'ended'));
    await stopped;
  }); // prettier-ignore
});
