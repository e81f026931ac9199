import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';

describe('the import of students, at the same time as other writes', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let clients: Client[];
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    clients = lodge.instances.map((instance) => manager.on(instance));
  });
  afterAll(() => lodge.stop());

  const client = (index: number) => clients[index % clients.length] as Client;
  const row = (index: number, more: object = {}) => ({
    email: `p${index}@uni.example`,
    first_name: `First${index}`,
    last_name: `Last${index}`,
    location: 'North House',
    student_id: `K${index}`,
    ...more,
  });
  const rows = (count: number, more: object = {}) => Array.from({ length: count }, (_, index) => row(index, more));
  const send = (students: object[], more: object = {}, index = 0) =>
    client(index).post(`/students/${site.id}/import`, { type: 'partial', students, ...more });
  const stored = () => lodge.sql<{ id: string; student_id: string; email: string; active: boolean; version: number }>('SELECT * FROM students WHERE site_id = $1 AND deleted_at IS NULL', [site.id]); // prettier-ignore
  const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`.trim()))].sort(); // prettier-ignore

  test('eight imports of one new list at once make each student once, and the others find them', async () => {
    const list = rows(300);
    const answers = await rush(8, 8, (index) => send(index % 2 ? list : [...list].reverse(), {}, index));
    expect(statuses(answers)).toEqual(['200']);
    for (const { body } of answers) expect([body.students.length, body.exceptions.length]).toEqual([300, 0]);
    const all = await stored();
    expect(all).toHaveLength(300);
    expect(new Set(all.map(({ version }) => version))).toEqual(new Set([1]));
  });

  test('imports that give everybody another email end with one of the lists, whole', async () => {
    await send(rows(200));
    const renewed = (by: number) => rows(200).map((each, index) => ({ ...each, email: `p${index}@${by}.example` }));
    const answers = await rush(6, 6, (index) => send(renewed(index + 1), {}, index));
    expect(statuses(answers)).toEqual(['200']);
    expect(answers.flatMap(({ body }) => body.exceptions)).toEqual([]);
    expect(new Set((await stored()).map(({ email }) => email.split('@')[1])).size).toBe(1);
  });

  test('single creates, changes and deletes during imports of the same people: no 5xx, nobody twice', async () => {
    await send(rows(60));
    const ids = new Map((await stored()).map(({ id, student_id }) => [student_id, id]));
    const answers = await rush(120, 12, (index) => {
      const which = (index * 7) % 120;
      const body = { first_name: 'Single', last_name: 'Change', location: 'North House' };
      const id = ids.get(`K${which}`);
      if (index % 10 === 0) return send(rows(120), {}, index);
      if (index % 10 === 1 && id) return client(index).delete(`/students/${site.id}/${id}`);
      if (id)
        return client(index).patch(`/students/${site.id}/${id}`, { ...body, email: `p${which + 60}@uni.example` });
      return client(index).post('/students', { site: site.id, ...body, student_id: `K${which}`, email: `p${which}@uni.example` }); // prettier-ignore
    });
    expect(statuses(answers).filter((each) => !/^(200|404 not_found|409 (email|student_id)_in_use)$/.test(each))).toEqual([]); // prettier-ignore
    const all = await stored();
    expect(new Set(all.map(({ student_id }) => student_id)).size).toBe(all.length);
    expect(new Set(all.map(({ email }) => email)).size).toBe(all.length);
    const last = await send(rows(120));
    expect(last.status).toBe(200);
    expect(last.body.students.length + last.body.exceptions.length).toBe(120);
  });

  /** Opens a transaction that has written something, runs an import against it, and commits while the import waits. */
  const against = async (text: string, values: unknown[], work: () => Promise<Answer>): Promise<Answer> => {
    const rival = await lodge.pool.connect();
    try {
      await rival.query('BEGIN');
      await rival.query(text, values);
      const answer = work();
      for (let waiting = 0; waiting === 0;) {
        const found = await lodge.sql<{ waiting: number }>(`SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`); // prettier-ignore
        waiting = found[0]?.waiting ?? 0;
      }
      await rival.query('COMMIT');
      return await answer;
    } finally {
      rival.release();
    }
  };
  const insert = `INSERT INTO students (site_id, id, student_id, email, first_name, last_name, location_id) VALUES ($1, gen_random_uuid(), $2, $3, 'Ri', 'Val', $4)`;

  test('a student id or an email that is taken while the list is written is an exception of its row', async () => {
    const taken = await against(insert, [site.id, 'k1', null, site.building], () => send(rows(3)));
    const [rival] = (await stored()).filter(({ student_id }) => student_id === 'k1');
    expect(taken).toMatchObject({
      status: 200,
      body: { exceptions: [{ student_id: 'K1', cause: 'student_id_in_use', existing_record_id: rival?.id }] },
    });
    expect(taken.body.students).toHaveLength(2);
    const email = await against(insert, [site.id, 'K77', 'P5@uni.example', site.building], () => send(rows(6)));
    const [holder] = (await stored()).filter(({ student_id }) => student_id === 'K77');
    // The rival of before has the student id of a row that names somebody else.
    expect(email.body.exceptions).toMatchObject([
      { student_id: 'K1', cause: 'identity_conflict', existing_record_id: rival?.id },
      { student_id: 'K5', cause: 'email_in_use', existing_record_id: holder?.id },
    ]);
    expect(email.body.students).toHaveLength(4);
  });

  test('an email that is taken while a known student is about to get it makes the import look again', async () => {
    await send(rows(3));
    const answer = await against(insert, [site.id, 'K77', 'new@uni.example', site.building], () =>
      send([row(0, { email: 'new@uni.example' }), row(1, { email: 'p1.new@uni.example' })]),
    );
    const [holder] = (await stored()).filter(({ student_id }) => student_id === 'K77');
    expect(answer.body.exceptions).toMatchObject([{ cause: 'email_in_use', existing_record_id: holder?.id }]);
    expect(answer.body.students).toMatchObject([{ email: 'p1.new@uni.example' }]);
  });

  test('a booking that is made while an absent student is about to go keeps the student', async () => {
    await send(rows(3));
    const [student] = (await stored()).filter(({ student_id }) => student_id === 'K2');
    const room = await lodge.make.room(site);
    const book = `INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, occupied_from, segment_from, created_at, updated_at)
      VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', '2027-01-01', '2027-01-01', '2027-01-01', now(), now())`;
    const answer = await against(book, [site.id, student?.id, room], () => send(rows(2), { type: 'full' }));
    expect(answer.body.exceptions).toMatchObject([{ student_id: 'K2', cause: 'absent_has_live_booking' }]);
    expect((await stored()).every(({ active }) => active)).toBe(true);
  });

  test('a student deleted while the list waits for it comes back as a new one', async () => {
    await send(rows(1));
    const [old] = await stored();
    const answer = await against(`UPDATE students SET deleted_at = now(), active = false WHERE id = $1`, [old?.id], () => send(rows(1))); // prettier-ignore
    expect(answer.body.exceptions).toEqual([]);
    expect(answer.body.students[0]._id).not.toBe(old?.id);
    expect(await stored()).toHaveLength(1);
  });

  test('a location deleted while the list waits for it is not found', async () => {
    const room = await lodge.make.room(site, { name: 'Cellar' });
    const answer = await against('DELETE FROM locations WHERE id = $1', [room], () => send([row(0, { location: 'Cellar' }), row(1)])); // prettier-ignore
    expect(answer.body.exceptions).toMatchObject([{ cause: 'location_not_found' }]);
    expect(answer.body.students).toHaveLength(1);
  });
});
