import { describe, expect, test } from '@jest/globals';
import { NOW } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, desk } = await useLodge({ desk: 'reception' });

describe('POST /students', () => {
  const create = (more: object = {}, client = desk) =>
    client.post('/students', {
      site: site.id,
      first_name: 'Grace',
      last_name: 'Hopper',
      location: site.building,
      ...more,
    });
  const read = (id: string) => desk.get(`/students/${site.id}/${id}`);
  const many = <T>(call: (index: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, n) => call(n)));

  test('returns the schema of the interface, with a student id made when absent', async () => {
    const { status, body } = await create({ email: ' Grace@uni.example ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: expect.any(String),
      site: site.id,
      email: 'Grace@uni.example',
      first_name: 'Grace',
      last_name: 'Hopper',
      location: site.building,
      student_id: expect.stringMatching(/^S-[2-9A-HJKMNP-Z]{8}$/),
      record_name: 'Hopper, Grace',
      type: 'student',
      created_at: NOW,
      updated_at: NOW,
      version: 1,
    });
    expect((await read(body._id)).body).toEqual({ ...body, active: true, welfare_flag: false, flags: [] });
  });

  test('takes a student id and a type as given, and leaves an absent email out', async () => {
    const { body } = await create({ student_id: 'KC0042', type: 'guest' });
    expect(body).toMatchObject({ student_id: 'KC0042', type: 'guest' });
    expect(body).not.toHaveProperty('email');
    expect((await read(body._id)).body).toMatchObject({ student_id: 'KC0042', type: 'guest' });
  });

  test('a location may be an id, a code or a name whatever its case; the answer and the floor are those of it', async () => {
    const room = await lodge.make.room(site, { name: 'Blue Room', code: 'B-1', floor: '3' });
    for (const location of [room, room.toUpperCase(), 'b-1', 'blue ROOM']) {
      const { body } = await create({ location });
      expect(body.location).toBe(room);
      expect((await read(body._id)).body).toMatchObject({ location: room, floor: '3' });
    }
  });

  test('a location that is unknown, ambiguous or of another site is refused, with a word for which', async () => {
    const other = await lodge.make.room(site, { name: 'Green Room' });
    await lodge.make.room(site, { name: 'Green Room', parent_id: other });
    const foreign = await lodge.make.room(await lodge.make.site(), { name: 'Far Room', code: 'FAR' });
    const refused = { status: 422, body: { code: 'unknown_reference', errors: [{ pointer: '/location' }] } };
    const ambiguous = await create({ location: 'green room' });
    expect(ambiguous).toMatchObject(refused);
    expect(ambiguous.body.detail).toContain('several');
    for (const location of ['Nowhere', foreign, 'Far Room', 'FAR'])
      expect(await create({ location })).toMatchObject(refused);
    await lodge.make.room(site, { name: 'Red Room', code: 'Green Room' });
    expect((await create({ location: 'green room' })).status).toBe(200);
  });

  test('names every faulty field at once', async () => {
    const { status, body } = await create({ first_name: '  ', email: 'nobody', type: 'ghost', nickname: 'Gracie' });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/email',
      '/first_name',
      '/nickname',
      '/type',
    ]);
  });

  test('of fifty with one email at once, whatever its case, one is created and the others answer 409 email_in_use', async () => {
    const answers = await many((n) => create({ email: n % 2 ? 'one@uni.example' : 'ONE@uni.example' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(49);
    for (const { body } of losers)
      expect(body).toMatchObject({ code: 'email_in_use', errors: [{ pointer: '/email' }] });
  });

  test('of fifty with one student id at once, whatever its case, one is created and the others answer 409 student_id_in_use', async () => {
    const answers = await many((n) => create({ student_id: n % 2 ? 'race-1' : 'RACE-1' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(49);
    for (const { body } of losers)
      expect(body).toMatchObject({ code: 'student_id_in_use', errors: [{ pointer: '/student_id' }] });
  });

  test('fifty without a student id at once all get one of their own', async () => {
    const answers = await many(() => create());
    expect(new Set(answers.map(({ body }) => body.student_id)).size).toBe(50);
  });

  test('the email and student id of another site or of a deleted student are free', async () => {
    const taken = { email: 'again@uni.example', student_id: 'AGAIN-1' };
    const { body } = await create(taken);
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const elsewhere = await lodge.make.site();
    expect((await create({ ...taken, site: elsewhere.id, location: elsewhere.building }, owner)).status).toBe(200);
    expect((await create(taken)).status).toBe(409);
    expect((await owner.delete(`/students/${site.id}/${body._id}`)).status).toBe(200);
    expect((await create(taken)).status).toBe(200);
  });

  test('reception and welfare may create; a viewer is answered 403 and a stranger to the site 404', async () => {
    const as = async (role: 'viewer' | 'welfare', siteId: string) =>
      lodge.logIn((await lodge.make.user({ roles: { [siteId]: role } })).email);
    expect((await create({}, await as('welfare', site.id))).status).toBe(200);
    expect(await create({}, await as('viewer', site.id))).toMatchObject({
      status: 403,
      body: { required_permission: 'student.write' },
    });
    const stranger = await as('welfare', (await lodge.make.site()).id);
    expect((await create({}, stranger)).status).toBe(404);
  });
});
