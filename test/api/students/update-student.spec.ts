import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, desk } = await useLodge({ desk: 'reception' });
const first = await lodge.make.listEntry('flags', site.id, { name: 'First', colour: '#111111' });
const second = await lodge.make.listEntry('flags', site.id, { name: 'Second' });

describe('PATCH /students/{siteId}/{userId}', () => {
  const url = (id: string) => `/students/${site.id}/${id}`;
  const change = (id: string, more: object = {}, headers = {}, client = desk) =>
    client.patch(url(id), { first_name: 'Ada', last_name: 'Byron', location: site.building, ...more }, headers);

  test('returns the list element with its ETag, and keeps what is left out', async () => {
    const room = await lodge.make.room(site, { code: 'C-7', floor: '2' });
    const id = await lodge.make.student(site, { email: 'keep@uni.example', student_id: 'KEEP-1' });
    const answer = await change(id, { location: 'c-7', flags: [second, first] }, { 'if-match': '"1"' });
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(answer.body).toEqual({
      _id: id,
      site: site.id,
      first_name: 'Ada',
      last_name: 'Byron',
      record_name: 'Byron, Ada',
      student_id: 'KEEP-1',
      email: 'keep@uni.example',
      location: room,
      floor: '2',
      type: 'student',
      active: true,
      welfare_flag: false,
      flags: [expect.objectContaining({ _id: second }), { _id: first, name: 'First', colour: '#111111' }],
      version: 2,
      created_at: expect.any(String),
      updated_at: '2026-11-21T12:00:00.000Z',
    });
    expect((await desk.get(url(id))).body).toEqual(answer.body);
    expect((await change(id)).body.flags.map(({ _id }: { _id: string }) => _id)).toEqual([second, first]);
  });

  test('null clears the email, an empty list the flags; active is put aside and taken back', async () => {
    const id = await lodge.make.student(site, { email: 'gone@uni.example' });
    await change(id, { flags: [first] });
    const { body } = await change(id, { email: null, flags: [], active: false });
    expect(body).toMatchObject({ flags: [], active: false });
    expect(body).not.toHaveProperty('email');
    expect((await change(id)).body.active).toBe(false);
    expect((await change(id, { active: true })).body.active).toBe(true);
  });

  test('first name and location are required; a student id cannot be cleared', async () => {
    const id = await lodge.make.student(site);
    const { status, body } = await desk.patch(url(id), { student_id: null });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/first_name',
      '/location',
      '/student_id',
    ]);
  });

  test('flags of another site or of none are refused by place, and one flag twice in any spelling', async () => {
    const id = await lodge.make.student(site);
    const foreign = await lodge.make.listEntry('flags', (await lodge.make.site()).id);
    expect(await change(id, { flags: [first, foreign, 'blue'] })).toMatchObject({
      status: 422,
      body: { code: 'unknown_reference', errors: [{ pointer: '/flags/1' }, { pointer: '/flags/2' }] },
    });
    for (const flags of [
      [first, first],
      [first, first.toUpperCase()],
    ])
      expect(await change(id, { flags })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/flags' }] } });
    expect((await desk.get(url(id))).body).toMatchObject({ flags: [], version: 1 });
  });

  test('a change to what is there already writes nothing', async () => {
    const id = await lodge.make.student(site);
    const { body } = await change(id, { flags: [first], active: true, email: 'same@uni.example' });
    lodge.clock.set('2026-11-21T12:01:00.000Z');
    const again = await change(id, { flags: [first.toUpperCase()], active: true, email: 'same@uni.example' });
    expect(again).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(again.body).toEqual(body);
  });

  test('an unknown location changes nothing', async () => {
    const id = await lodge.make.student(site);
    const foreign = await lodge.make.room(await lodge.make.site());
    for (const location of ['Nowhere', foreign])
      expect(await change(id, { location, flags: [first] })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/location' }] },
      });
    expect((await desk.get(url(id))).body).toMatchObject({ flags: [], version: 1 });
  });

  test('of twenty students that take one email and one student id at once, one gets each', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => lodge.make.student(site)));
    for (const [field, value, code] of [
      ['email', 'wanted@uni.example', 'email_in_use'],
      ['student_id', 'WANTED-1', 'student_id_in_use'],
    ] as const) {
      const answers = await Promise.all(ids.map((id) => change(id, { [field]: value })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status, body }) => status === 409 && body.code === code)).toHaveLength(19);
    }
  });

  test('of twenty who changed the same version, one wins and nineteen answer 412', async () => {
    const id = await lodge.make.student(site);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => change(id, { first_name: `Ada${n}` }, { 'if-match': '"1"' })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 412 && body.code === 'version_mismatch')).toHaveLength(19);
    expect((await desk.get(url(id))).body).toEqual(won[0]?.body);
  });

  test('twenty changes at once each count, and each answer shows its own', async () => {
    const id = await lodge.make.student(site);
    const flags = (n: number) => (n % 2 ? [first, second] : [second]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => change(id, { first_name: `Ada${n}`, flags: flags(n) })),
    );
    answers.forEach(({ status, body }, n) => {
      expect(status).toBe(200);
      expect(body.first_name).toBe(`Ada${n}`);
      expect(body.flags.map(({ _id }: { _id: string }) => _id)).toEqual(flags(n));
    });
    const versions = answers.map(({ body }) => body.version as number).sort((one, other) => one - other);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    const last = answers.find(({ body }) => body.version === 21);
    expect((await desk.get(url(id))).body).toEqual(last?.body);
  });

  test('a viewer reads but does not change; students of other sites and malformed ids are unknown', async () => {
    const id = await lodge.make.student(site);
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    expect((await viewer.get(url(id))).status).toBe(200);
    expect((await change(id, {}, {}, viewer)).status).toBe(403);
    const other = await lodge.make.site();
    const foreign = await lodge.make.student(other);
    for (const unknown of [foreign, 'nobody', first]) {
      expect((await desk.get(url(unknown))).status).toBe(404);
      expect((await change(unknown)).status).toBe(404);
    }
    expect((await desk.get(`/students/${other.id}/${foreign}`)).status).toBe(404);
  });
});
