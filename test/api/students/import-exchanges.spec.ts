import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { textTable } from '#libs/core/csv/text-table';
import type { Answer } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, desk } = await useLodge({ desk: 'manager' });

type Row = Record<string, string>;
const send = (students: object[]) => desk.post(`/students/${site.id}/import`, { type: 'partial', students });
const causes = ({ body }: Answer) => body.exceptions.map(({ cause, existing_record_id }: Row) => [cause, existing_record_id]); // prettier-ignore
let number = 0;
/** Two students, and a row of a list for each of them as they are. */
const two = async (names: [string, string][], more: [object, object] = [{}, {}]) => {
  const [one, other] = await Promise.all(
    names.map(async ([first_name, last_name], index) => {
      const [student_id, email] = [`EX${++number}`, `ex${number}@uni.example`];
      const _id = await lodge.make.student(site, { student_id, email, first_name, last_name, ...more[index] });
      return { _id, row: { student_id, email, first_name, last_name, location: 'North House', ...more[index] } };
    }),
  );
  if (!one || !other) throw new Error('two are two');
  const now = () => lodge.sql(`SELECT student_id, email, first_name, last_name FROM students WHERE id = ANY($1::uuid[]) ORDER BY student_id`, [[one._id, other._id]]); // prettier-ignore
  return { one, other, now };
};
const ADA_AND_BOB: [string, string][] = [
  ['Ada', 'Byron'],
  ['Bob', 'Cole'],
];
const NAMESAKES: [string, string][] = [
  ['Maria', 'Garcia'],
  ['Maria', 'Garcia'],
];
const BORN: [object, object] = [{ date_of_birth: '2004-01-02' }, { date_of_birth: '2005-03-04' }];

test('two people do not exchange their emails, even if their names tell them apart', async () => {
  const { one, other, now } = await two(ADA_AND_BOB);
  const before = await now();
  const answer = await send([{ ...one.row, email: other.row.email }, { ...other.row, email: one.row.email }]); // prettier-ignore
  expect(causes(answer)).toEqual([['email_in_use', other._id], ['email_in_use', one._id]]); // prettier-ignore
  expect(await now()).toEqual(before);
});

test.each([
  ['names and emails are exchanged', ['first_name', 'last_name', 'email']],
  ['ids are exchanged', ['student_id']],
  ['names are exchanged', ['first_name', 'last_name']],
])('a row whose id is that of one and whose name is that of another is never written: %s', async (_, fields) => {
  const { one, other, now } = await two(ADA_AND_BOB);
  const before = await now();
  const from = (row: object, source: Row) => ({ ...row, ...Object.fromEntries(fields.map((field) => [field, source[field]])) }); // prettier-ignore
  const answer = await send([from(one.row, other.row), from(other.row, one.row)]);
  expect(causes(answer).map(([cause]: [string]) => cause)).toEqual(['identity_conflict', 'identity_conflict']);
  expect(await now()).toEqual(before);
});

test('half of an exchange is refused, because the email is in use', async () => {
  const { one, other } = await two(ADA_AND_BOB);
  expect(causes(await send([{ ...one.row, email: other.row.email }]))).toEqual([['email_in_use', other._id]]);
});

test('namesakes exchange no emails, because it may be their ids that are exchanged', async () => {
  const { one, other, now } = await two(NAMESAKES);
  const before = await now();
  const answer = await send([{ ...one.row, email: other.row.email }, { ...other.row, email: one.row.email }]); // prettier-ignore
  expect(causes(answer)).toEqual([['email_in_use', other._id], ['email_in_use', one._id]]); // prettier-ignore
  expect(await now()).toEqual(before);
});

test('nor do people of nearly one name', async () => {
  const { one, other } = await two([['José', 'Garcia'], ['Jose', 'Garcia']]); // prettier-ignore
  const answer = await send([{ ...one.row, email: other.row.email }, { ...other.row, email: one.row.email }]); // prettier-ignore
  expect(causes(answer).map(([cause]: [string]) => cause)).toEqual(['email_in_use', 'email_in_use']);
});

test('nor do namesakes whose dates of birth tell them apart', async () => {
  const { one, other, now } = await two(NAMESAKES, BORN);
  const before = await now();
  const rows = [{ ...one.row, email: other.row.email }, { ...other.row, email: one.row.email }]; // prettier-ignore
  expect(causes(await send(rows)).map(([cause]: [string]) => cause)).toEqual(['email_in_use', 'email_in_use']);
  expect(await now()).toEqual(before);
});

const uploaded = (file: string | Buffer, type = 'text/csv', more: object = {}) => {
  const query = new URLSearchParams({ type: 'partial', ...more });
  return desk.post(`/students/${site.id}/import?${query.toString()}`, file, { 'content-type': type });
};
const exported = async (query = '') =>
  parse((await desk.get(`/students/${site.id}/export-csv${query}`)).text, { columns: true, bom: true }) as unknown as Row[]; // prettier-ignore
const tableOf = (rows: Row[], columns = Object.keys(rows[0] ?? {})) => [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]; // prettier-ignore
const csvOf = (rows: Row[], columns?: string[]) => textTable(tableOf(rows, columns), 'csv');
const later = () => lodge.clock.set(new Date(lodge.clock.now().getTime() + 61_234).toISOString());

const touch = async ({ _id, row }: { _id: string; row: Row }, first_name: string, location = site.building) => {
  const { last_name } = row;
  const change = { first_name, last_name, location };
  expect((await desk.patch(`/students/${site.id}/${_id}`, change)).status).toBe(200);
};

test.each([
  ['the time in UTC', '', undefined],
  ['the time of the site', '?times=local', undefined],
  ['the time in a workbook', '', XLSX_TYPE],
])(
  'a row of an export is refused when its student was changed since and it would change something back: %s',
  async (_, query, type) => {
    // prettier-ignore
    const { one, other } = await two([['Stale', 'Rowan'], ['Fresh', 'Rowan']]); // prettier-ignore
    later();
    await touch(one, 'Before');
    await touch(other, 'Freshly');
    const ids = [one, other].map(({ row }) => row.student_id);
    const mine = (await exported(query)).filter(({ student_id = '' }) => ids.includes(student_id));
    later();
    const room = await lodge.make.room(site);
    await touch(one, 'Before', room);
    const edited = mine.map((row) => ({ ...row, last_name: 'Rowan-Edited' }));
    const file = type ? await textTable(tableOf(edited), 'xlsx') : await csvOf(edited);
    const { body } = await uploaded(file, type);
    expect(body.exceptions.map(({ cause, existing_record_id }: Row) => [cause, existing_record_id])).toEqual([
      ['changed_since_export', one._id],
    ]);
    expect(body.students.map(({ first_name, last_name }: Row) => [first_name, last_name])).toEqual([['Freshly', 'Rowan-Edited']]); // prettier-ignore
    expect((await desk.get(`/students/${site.id}/${one._id}`)).body).toMatchObject({ location: room });
    // Who declares that the column says nothing decides that the file counts.
    const decided = await uploaded(await csvOf(edited), undefined, {
      columns: JSON.stringify({ updated_at: 'ignore' }),
    });
    expect(decided.body.exceptions).toEqual([]);
  },
);

test('a row of an old export that changes nothing is accepted, one whose time cannot be read is old', async () => {
  const { one } = await two([['Same', 'Elm'], ['Other', 'Elm']]); // prettier-ignore
  const mine = (await exported()).filter(({ student_id }) => student_id === one.row.student_id);
  later();
  await touch(one, 'Other');
  later();
  await touch(one, 'Same');
  expect((await uploaded(await csvOf(mine))).body.exceptions).toEqual([]);
  const odd = mine.map((row) => ({ ...row, last_name: 'Elm-Ash', updated_at: '23/11/26 10:15' }));
  expect((await uploaded(await csvOf(odd))).body.exceptions).toMatchObject([{ cause: 'changed_since_export' }]);
});

test.each([
  ['zeros that were lost', (id: string) => id.replace(/^0+/, '')],
  ['zeros that were added', (id: string) => `0${id}`],
  ['a hyphen', (id: string) => `${id.slice(0, 2)}-${id.slice(2)}`],
  ['a prefix', (id: string) => `K${id}`],
  ['an O for a zero', (id: string) => id.replace('0', 'O')],
])('a column of ids that is one row too low gives nobody the id of somebody else, also with %s', async (_, change) => {
  const people = await Promise.all(
    Array.from({ length: 6 }, async (_each, index) => {
      const id = `0${9000 + 10 * number + 3 * index}`;
      const [first_name, last_name] = [['Emma', 'Oliver', 'Ana', 'Ben', 'Zoë', 'Lars'][index], ['Smith', 'King', 'Weber', 'Novak', 'Rossi', 'Berg'][index]]; // prettier-ignore
      const row = { student_id: id, email: `slip${id}@uni.example`, first_name, last_name };
      return { _id: await lodge.make.student(site, row), row: { ...row, location: 'North House' } };
    }),
  );
  number += 10;
  const now = () => lodge.sql(`SELECT student_id, email FROM students WHERE site_id = $1 ORDER BY id`, [site.id]);
  const before = await now();
  const rows = people.map(({ row }, index) => ({ ...row, student_id: change(people.at((index + 1) % people.length)?.row.student_id ?? '') })); // prettier-ignore
  expect(causes(await send(rows)).map(([cause]: [string]) => cause)).toEqual(rows.map(() => 'identity_conflict'));
  // The row at the end has an id that nobody has.
  const cut = rows.map((row, index) => (index === rows.length - 1 ? { ...row, student_id: change(`0${9000 + 10 * number + 7}`) } : row)); // prettier-ignore
  expect(causes(await send(cut)).map(([cause]: [string]) => cause)).toEqual(rows.map(() => 'identity_conflict'));
  expect(await now()).toEqual(before);
});
