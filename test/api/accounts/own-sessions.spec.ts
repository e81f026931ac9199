import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, Lodge } from '../../support/lodge.js';

describe('own sessions', () => {
  let lodge: Lodge;
  let email: string;
  let first: Client;
  let second: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
  });
  afterAll(() => lodge.stop());
  beforeEach(async () => {
    ({ email } = await lodge.make.user({ owner: true }));
    first = await lodge.logIn(email);
    second = await lodge.logIn(email);
  });
  const list = async (client: Client) => (await client.get('/users/@me/sessions')).body;
  const ids = async (client: Client) => (await list(client)).map(({ _id }: { _id: string }) => _id);

  test('are listed with the one that asks marked, and without those that ended', async () => {
    expect(await list(second)).toEqual([
      {
        _id: expect.any(String),
        current: true,
        created_at: '2026-11-21T12:00:00.000Z',
        renewed_at: null,
        expires_at: '2026-11-21T20:00:00.000Z',
        address: '127.0.0.1',
        user_agent: 'lightMyRequest',
      },
      expect.objectContaining({ current: false }),
    ]);
    await first.delete('/users/sessions');
    expect(await list(second)).toHaveLength(1);
  });

  test('one is ended at once on every instance; it is not there a second time', async () => {
    const [, id] = await ids(second);
    const there = first.on(lodge.instances[1] as never);
    expect((await there.get('/users/@me')).status).toBe(200);
    expect((await second.delete(`/users/@me/sessions/${id}`)).body).toEqual({ success: true });
    expect(await there.get('/users/@me')).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect((await second.delete(`/users/@me/sessions/${id}`)).status).toBe(404);
  });

  test('all others are ended; the one that asks stays', async () => {
    const third = await lodge.logIn(email);
    expect((await third.delete('/users/@me/sessions')).body).toEqual({ success: true });
    expect([await first.get('/users/@me'), await second.get('/users/@me')].map(({ status }) => status)).toEqual([
      401, 401,
    ]);
    expect(await list(third)).toHaveLength(1);
  });

  test('somebody else’s is as unknown as none', async () => {
    const other = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const [foreign] = await ids(other);
    const unknown = '01999999-9999-7999-9999-999999999999';
    const answers = [
      await first.delete(`/users/@me/sessions/${foreign}`),
      await first.delete(`/users/@me/sessions/${unknown}`),
    ];
    expect(answers.map(({ body }) => ({ ...body, instance: '' }))).toEqual(
      Array(2).fill(expect.objectContaining({ status: 404 })),
    );
    expect((await other.get('/users/@me')).status).toBe(200);
  });
});
