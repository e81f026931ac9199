import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import type { Client } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;

beforeEach(async () => {
  site = await lodge.make.site();
  manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  for (const code of ['E-02', 'E-03']) await lodge.make.room(site, { code });
});

const row = (more: object = {}) => ({ student_id: '2001', first_name: 'Iva', last_name: 'Nova', location: 'E-02', ...more }); // prettier-ignore
const send = async (students: unknown[], more: object = {}) =>
  manager.post(`/students/${site.id}/import`, { type: 'partial', students, ...more });
const count = async () => (await lodge.sql('SELECT FROM students WHERE site_id = $1', [site.id])).length;

describe('a field of a row in JSON that no row has', () => {
  test.each<[string, unknown]>([
    ['status', 'withdrawn'],
    ['active', false],
    ['birth', '2001-01-01'],
    ['notes', 'left'],
    ['colour', { toString: 1 }],
    ['flags ', [1]],
    ['site', 'another'],
    ['deleted', 0],
    ['__proto', 'x'],
  ])('is an exception until it is declared: %s', async (name, value) => {
    const { body } = await send([row({ [name]: value }), row({ student_id: '2002', first_name: 'Ada' })]);
    expect(body).toMatchObject({
      unread_columns: [name],
      students: [{ student_id: '2002' }],
      exceptions: [{ student_id: '2001', cause: 'unread_column', existing_record_id: '' }],
    });
    expect(await count()).toBe(1);
    const settled = await send([row({ [name]: value })], { columns: { [name]: 'ignore' } });
    expect(settled.body).toMatchObject({ exceptions: [], students: [{ student_id: '2001' }] });
  });

  test('is shown as a response can have it when no text has such a name', async () => {
    const { body } = await send([row({ 'a\u0000b': 'x', ['c'.repeat(300)]: 'y', '\ud800': 'z' })]);
    expect(body.unread_columns).toEqual(['a\ufffdb', 'c'.repeat(255), '\ufffd']);
  });

  test('raises no question when it is empty', async () => {
    const { body } = await send([row({ notes: '', status: null, colours: [], middle: ' ' })]);
    expect([body.exceptions, body.unread_columns]).toEqual([[], undefined]);
  });

  test('is read when a column of a file is, and refused when it says something else', async () => {
    const { location: _, ...homeless } = row();
    const read = await send([{ ...homeless, Room: 'E-03', Date_of_birth: '2001-02-03' }]);
    expect(read.body.exceptions).toEqual([]);
    expect(await lodge.sql(`SELECT date_of_birth::text FROM students WHERE site_id = $1`, [site.id])).toEqual([{ date_of_birth: '2001-02-03' }]); // prettier-ignore
    const { body } = await send([row({ student_id: '2002', first_name: 'Ada', room: 'E-03' })]);
    expect(body.exceptions).toMatchObject([{ student_id: '2002', cause: 'missing_required_field' }]);
    const declared = await send([{ ...homeless, student_id: '2003', first_name: 'Eva', Haus: 'E-02' }], { columns: { Haus: 'location' } }); // prettier-ignore
    expect(declared.body.exceptions).toEqual([]);
    expect(await count()).toBe(2);
  });

  test('may be what a response has: the same list comes back without a question, and the id of another record does not', async () => {
    const made = await send([row({ email: 'iva@x.example' }), row({ student_id: '2002', first_name: 'Ada' })]);
    const again = await send(made.body.students);
    expect(again.body).toMatchObject({ import_id: null, exceptions: [], students: made.body.students });
    const [iva, ada] = made.body.students;
    const { body } = await send([{ ...iva, _id: ada._id }, { ...ada, _id: site.id, student_id: '2003', first_name: 'Eva' }]); // prettier-ignore
    expect(body.exceptions).toMatchObject([
      { cause: 'identity_conflict', existing_record_id: iva._id },
      { cause: 'identity_conflict', existing_record_id: '' },
    ]);
    expect(await count()).toBe(2);
  });

  test('a list may have as many of them as a file has columns', async () => {
    const wide = (from: number, size: number) =>
      row(Object.fromEntries(Array.from({ length: size }, (_, index) => [`field ${from + index}`, 1])));
    const most = await send([wide(0, 500), wide(500, 500)]);
    expect(most.body.unread_columns).toHaveLength(1_000);
    expect(await send([wide(0, 500), wide(500, 501)])).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });
});
