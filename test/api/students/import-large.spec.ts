import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import { Database } from '#libs/core/database/database';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

describe('the import of students, in numbers', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const send = (students: unknown[], more: object = {}) =>
    manager.post(`/students/${site.id}/import`, { type: 'partial', students, ...more });
  const row = (index: number, more: object = {}) => ({
    email: `person.${index}@students.example`,
    first_name: `First ${index}`,
    last_name: `Last ${index}`,
    location: index % 2 ? 'North House' : 'North House / Hall',
    student_id: `K${index}`,
    ...more,
  });
  const poison = [
    null,
    [],
    'row',
    row(99_999, { first_name: '\u0000' }),
    row(99_999, { last_name: '\udc00' }),
    row(99_999, { location: 7 }),
    row(99_999, { email: '@@' }),
    row(99_999, { student_id: 'x'.repeat(10_000) }),
    row(99_999, { location: "'; DROP TABLE students; --" }),
    row(99_999, { student_id: '\u0007' }),
  ];

  test('twenty thousand rows, a thousand of them poison: each good one is in, each bad one has its cause', async () => {
    await lodge.make.room(site, { name: 'Hall' });
    const list = Array.from({ length: 20_000 }, (_, index) =>
      index % 20 === 19 ? poison[((index / 20) % 10) | 0] : row(index),
    );
    const first = await send(list);
    expect([first.status, first.body.detail]).toEqual([200, undefined]);
    expect([first.status, first.body.students.length, first.body.exceptions.length]).toEqual([200, 19_000, 1_000]);
    const again = await send(list, { type: 'full' });
    // Not the texts themselves: a difference would print megabytes.
    const students = [first, again].map(({ body }) => JSON.stringify(body.students));
    expect([again.status, students[0] === students[1], again.body.exceptions.length]).toEqual([200, true, 1_000]);
    const moved = list.map((each, index) =>
      index % 20 === 19 ? each : row(index, { location: row(index + 1).location }),
    );
    const changed = await send(moved);
    expect(changed.body.students).toHaveLength(19_000);
    const sums = 'SELECT count(*)::int, min(version) AS low, max(version) AS high FROM students WHERE site_id = $1';
    expect(await lodge.sql(sums, [site.id])).toEqual([{ count: 19_000, low: 2, high: 2 }]);
    const gone = await send(moved.slice(0, 10_000), { type: 'full' });
    expect(gone).toMatchObject({ status: 409, body: { deactivations: 9_500, active: 19_000 } });
  });

  test('sends as many statements for a thousand rows as for two', async () => {
    await lodge.make.room(site, { name: 'Hall' });
    let count = 0;
    const { pool } = lodge.instance.app.get(Database) as unknown as { pool: { on(event: string, heard: (client: { query: unknown }) => void): void } }; // prettier-ignore
    const seen = new WeakSet<object>();
    pool.on('acquire', (client) => {
      if (seen.has(client)) return;
      seen.add(client);
      const query = client.query as (...given: unknown[]) => unknown;
      client.query = (...given: unknown[]) => (count++, query.apply(client, given));
    });
    const statements = async (size: number) => {
      const fresh = Array.from({ length: size }, (_, index) => row(index, { location: 'North House' }));
      const counts: number[] = [];
      const moved = fresh.map((each) => ({ ...each, location: 'North House / Hall' }));
      const steps = [fresh, fresh, moved, moved.slice(0, size - 1)];
      for (const students of steps) {
        count = 0;
        expect((await send([...students, null, students[0]], { type: 'full' })).body.exceptions).toHaveLength(2);
        counts.push(count);
      }
      return counts;
    };
    const few = await statements(2);
    await lodge.sql(`UPDATE students SET deleted_at = now() WHERE site_id = $1`, [site.id]);
    expect(await statements(1_000)).toEqual(few);
    expect(Math.max(...few)).toBeLessThan(30);
  });

  test('any list twice is the list once: whatever it contains and whichever students exist', async () => {
    const short = <T>(...values: T[]) => fc.constantFrom(...values);
    const studentId = short('K1', 'k1', 'K2', 'K3', 'K-3', '0K3', '', null, 'S-ABCDEFGH');
    const email = short('a@x.org', 'A@x.org', 'b@x.org', 'c@x.org', 'd@x.org', '', null, 'no email');
    const name = short('Ada', 'Zoë', 'zoe', 'Alan');
    const rowOf = fc.record({ student_id: studentId, email, first_name: name, last_name: name, location: short('North House', 'NORTH HOUSE', 'Attic') }); // prettier-ignore
    const list = fc.array(fc.oneof({ weight: 9, arbitrary: rowOf }, fc.constant(null)), { minLength: 1, maxLength: 9 });
    const there = fc.uniqueArray(fc.record({ student_id: short('K1', 'K2', 'K3', 'K4', 'S-ABCDEFGH', '00K3'), email: short('a@x.org', 'b@x.org', 'c@x.org', null), first_name: name, last_name: name, active: fc.boolean() }), { selector: ({ student_id }) => student_id }); // prettier-ignore
    const all = () => lodge.sql('SELECT * FROM students WHERE site_id = $1 ORDER BY id', [site.id]);
    const property = fc.asyncProperty(there, list, short('full', 'partial'), async (people, students, type) => {
      await lodge.sql('DELETE FROM students WHERE site_id = $1', [site.id]);
      const emails = new Set<string | null>();
      for (const person of people) {
        await lodge.make.student(site, { ...person, email: emails.has(person.email) ? null : person.email });
        emails.add(person.email);
      }
      const first = await send(students, { type });
      expect(first.status).toBe(200);
      const listed = first.body.students.filter(({ active }: { active: boolean }) => active);
      expect(listed.length + first.body.exceptions.length).toBe(students.length);
      const after = await all();
      lodge.clock.set(new Date(lodge.clock.now().getTime() + 60_000).toISOString());
      const dry = await send(students, { type, dry_run: true });
      const again = await send(students, { type });
      expect(again.text).toBe(dry.text);
      expect(await all()).toEqual(after);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
