import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

describe('imports of students, read again and undone', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let client: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    client = await lodge.logIn(email);
    await lodge.make.room(site, { code: 'H-1' });
    await lodge.make.room(site, { code: 'H-2' });
  });
  afterAll(async () => {
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  });

  let numbers = 0;
  const row = (more: object = {}) => {
    const n = ++numbers;
    return { student_id: `HS${n}`, first_name: `First${n}`, last_name: `Last${n}`, location: 'H-1', ...more };
  };
  const importing = async (students: object[], more: object = {}) => {
    const answer = await client.post(`/students/${site.id}/import`, { type: 'partial', students, ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const read = (id: string) => client.get(`/students/${site.id}/imports/${id}`);
  const undo = (id: string) => client.post(`/students/${site.id}/imports/${id}/undo`);
  const student = async (id: string) => (await client.get(`/students/${site.id}/${id}`)) as Answer;

  test('says whom it made, whom it changed from what to what, and who was so already', async () => {
    const [one, two] = [row({ email: 'one@example.org', last_name: 'Byron' }), row()];
    const { students: before } = await importing([one, two]);
    const { import_id } = await importing([{ ...one, last_name: 'Byron-Lovelace', location: 'H-2' }, two, row()]);
    const { status, body } = await read(import_id);
    expect([status, body.summary, body.undone]).toEqual([
      200,
      { created: 1, changed: 1, unchanged: 1, deactivated: 0 },
      null,
    ]);
    expect(body.students.map(({ action }: { action: string }) => action)).toEqual(['changed', 'unchanged', 'created']);
    expect(body.students[0]).toMatchObject({
      _id: before[0]._id,
      changes: [
        { field: 'last_name', from: one.last_name, to: 'Byron-Lovelace' },
        { field: 'location', from: before[0].location, to: expect.any(String) },
      ],
      undo_outcome: null,
    });
    expect(await read('01900000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
    expect((await importing([row()], { dry_run: true })).import_id).toBeNull();
  });

  test('undo leaves what was there before, but for the versions', async () => {
    const known = [row({ email: 'a@example.org', last_name: 'Hill' }), row({ email: 'b@example.org' }), row()];
    const { students: before } = await importing(known);
    const changed = [
      { ...known[0], last_name: 'Hill-Moore' },
      { ...known[1], email: 'c@example.org' },
      known[2] as object,
    ];
    const { import_id, students } = await importing([...changed, row()]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(import_id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      summary: { created: 1, changed: 2, unchanged: 1 },
      undone: { reversed: 3, kept: 0, blocked: 0 },
    });
    for (const each of before) {
      const { body } = await student(each._id);
      expect(body).toMatchObject({ ...(each.email && { email: each.email }), last_name: each.last_name, active: true });
    }
    expect((await student(students[3]._id)).status).toBe(404);
  });

  test('a full list that is undone leaves its absent students active again', async () => {
    const other = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [other.id]: 'manager' } });
    const manager = await lodge.logIn(email);
    await lodge.make.room(other, { code: 'H-1' });
    const send = (type: string, students: object[]) => manager.post(`/students/${other.id}/import`, { type, students });
    const [stays, goes] = [row(), row()];
    const { body } = await send('partial', [stays, goes]);
    const { import_id } = (await send('full', [stays])).body;
    const url = `/students/${other.id}/${body.students[1]._id}`;
    expect((await manager.get(url)).body).toMatchObject({ active: false });
    const done = await manager.post(`/students/${other.id}/imports/${import_id}/undo`);
    expect(done.body).toMatchObject({ summary: { deactivated: 1 }, undone: { reversed: 1 } });
    expect((await manager.get(url)).body).toMatchObject({ active: true });
  });

  test('keeps who was changed since, and says what stands in the way of others', async () => {
    const [one, two] = [row({ email: 'x@example.org' }), row({ email: 'z@example.org', last_name: 'Cole' })];
    await importing([one, two]);
    const { import_id, students } = await importing([
      { ...one, email: 'y@example.org' },
      { ...two, last_name: 'Cole-Park' },
    ]);
    await importing([row({ email: 'x@example.org' })]);
    await client.patch(`/students/${site.id}/${students[1]._id}`, { ...two, first_name: 'By hand', location: 'H-1' });
    const { body } = await undo(import_id);
    expect(body.undone).toMatchObject({ reversed: 0, kept: 1, blocked: 1 });
    expect(body.students.map(({ undo_outcome }: { undo_outcome: string }) => undo_outcome)).toEqual([
      'blocked',
      'kept',
    ]);
    expect((await student(students[0]._id)).body).toMatchObject({ email: 'y@example.org' });
    expect((await student(students[1]._id)).body).toMatchObject({ first_name: 'By hand' });
  });

  test('lists that are undone from the last to the first leave nothing of any of them', async () => {
    const [one, two] = [row({ email: 'u1@example.org' }), row({ email: 'v1@example.org' })];
    const { import_id: zeroth } = await importing([one, two]);
    const lists = [];
    for (const n of [2, 3])
      lists.push((await importing([{ ...one, email: `u${n}@example.org` }, { ...two, email: `v${n}@example.org` }])).import_id); // prettier-ignore
    const { students } = (await read(zeroth)).body;
    await client.patch(`/students/${site.id}/${students[1]._id}`, { ...two, email: 'hand@example.org' });
    for (const id of lists.reverse())
      expect((await undo(id)).body.undone).toMatchObject({ reversed: 1, kept: 1, blocked: 0 });
    expect((await student(students[0]._id)).body).toMatchObject({ email: 'u1@example.org' });
    expect((await undo(zeroth)).body.undone).toMatchObject({ reversed: 1, kept: 1 });
    expect((await student(students[0]._id)).status).toBe(404);
    expect((await student(students[1]._id)).body).toMatchObject({ email: 'hand@example.org' });
  });

  test('what was blocked is tried again when it is requested again', async () => {
    const one = row({ email: 'p@example.org' });
    await importing([one]);
    const { import_id, students } = await importing([{ ...one, email: 'q@example.org' }]);
    const { students: others } = await importing([row({ email: 'p@example.org' })]);
    expect((await undo(import_id)).body.undone).toMatchObject({ reversed: 0, blocked: 1 });
    await client.delete(`/students/${site.id}/${others[0]._id}`);
    expect((await undo(import_id)).body.undone).toMatchObject({ reversed: 1, blocked: 0 });
    expect((await student(students[0]._id)).body).toMatchObject({ email: 'p@example.org' });
  });

  test('what was kept because of a later list is tried again when that one is undone', async () => {
    const one = row({ email: 'k1@example.org' });
    const { import_id: first, students } = await importing([one]);
    const { import_id: second } = await importing([{ ...one, location: 'H-2' }]);
    const { import_id: third } = await importing([{ ...one, location: 'H-2', email: 'k2@example.org' }]);
    for (const id of [first, second, first])
      expect((await undo(id)).body.undone).toMatchObject({ reversed: 0, kept: 1, blocked: 0 });
    for (const id of [third, second, first])
      expect((await undo(id)).body.undone).toMatchObject({ reversed: 1, kept: 0, blocked: 0 });
    expect((await student(students[0]._id)).status).toBe(404);
  });

  test('is for managers of the site', async () => {
    const { import_id } = await importing([row()]);
    const { email } = await lodge.make.user({ roles: { [site.id]: 'reception' } });
    const reception = await lodge.logIn(email);
    expect((await reception.post(`/students/${site.id}/imports/${import_id}/undo`)).status).toBe(403);
  });

  describe('a list as CSV', () => {
    const send = (text: string, query = 'type=partial') =>
      client.post(`/students/${site.id}/import?${query}`, text, { 'content-type': 'text/csv' });

    test('is read as the same list in JSON, whatever its language', async () => {
      const file = 'Matrikelnummer;Vorname;Nachname;E-Mail;Zimmer;Etage\r\nH-csv;Zoë;Müller;zoe@example.org;H-2;3\r\n';
      const unread = await send(file, 'type=partial&dry_run=true');
      expect(unread.body).toMatchObject({
        unread_columns: ['Etage'],
        students: [],
        exceptions: [{ student_id: 'H-csv', cause: 'unread_column' }],
      });
      const ignored = `&columns=${encodeURIComponent('{"Etage": "ignore"}')}`;
      const dry = await send(file, `type=partial&dry_run=true${ignored}`);
      expect(dry.body).toMatchObject({ import_id: null, students: [{ _id: '', first_name: 'Zoë' }] });
      const { body } = await send(file, `type=partial${ignored}`);
      expect(body).toMatchObject({
        students: [{ student_id: 'H-csv', first_name: 'Zoë', last_name: 'Müller', email: 'zoe@example.org' }],
        exceptions: [],
      });
    });

    test('a column is what somebody declares, and an inactive student of an export is not made active without a word', async () => {
      const columns = (meanings: object) =>
        `type=partial&dry_run=true&columns=${encodeURIComponent(JSON.stringify(meanings))}`;
      const file = 'Nummer,first name,last name,Haus,active\nH-col,Ida,Noether,H-2,false\n';
      const declared = await send(file, columns({ Nummer: 'student_id', Haus: 'location' }));
      expect(declared.body).toMatchObject({ unread_columns: ['active'], exceptions: [{ student_id: 'H-col', location: 'H-2', cause: 'unread_column' }] }); // prettier-ignore
      const settled = await send(file, columns({ Nummer: 'student_id', Haus: 'location', active: 'ignore' }));
      expect(settled.body).toMatchObject({ exceptions: [], students: [{ student_id: 'H-col', first_name: 'Ida' }] });
      expect(settled.body.unread_columns).toBeUndefined();
      const wrong = await send(file, columns({ Nummer: 'phone' }));
      expect(wrong.body.errors).toEqual([expect.objectContaining({ pointer: '/columns/Nummer' })]);
    });

    test('what the export writes changes nothing', async () => {
      const { text } = await client.get(`/students/${site.id}/export-csv`);
      const { status, body } = await send(text);
      expect([status, body.exceptions, body.import_id]).toEqual([200, [], null]);
      expect(body.students.length).toBeGreaterThan(5);
    });

    test('with a line that does not fit its header, or without what is needed, is told so', async () => {
      const { body } = await send('student_id,first_name,last_name,location\nH-r,Ann,Lee, Jr,H-1\n');
      expect(body.exceptions).toMatchObject([{ student_id: 'H-r', cause: 'ragged_row' }]);
      const cut = await send('student_id,first_name,last_name,location,email\nH-s,Ann,Lee,H-1\n');
      expect(cut.body.exceptions).toMatchObject([{ student_id: 'H-s', cause: 'ragged_row' }]);
      expect(await send('student_id\nx\n', '')).toMatchObject({ status: 400 });
      expect((await send('a\n1\n', 'type=partial&dry_run=maybe')).status).toBe(400);
    });
  });
});
