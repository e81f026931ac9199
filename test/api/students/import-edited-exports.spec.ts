import { beforeEach, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import type { Client } from '../../support/lodge.js';
import { siteOfRooms } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;
let martin: string;

beforeEach(async () => {
  const made = await siteOfRooms(lodge, 'M101', 'M201');
  ({ site, manager } = made);
  martin = await made.make('KC1001', 'Martin', 'Davies', 'M101', {});
  await lodge.sql(`UPDATE locations SET floor = substr(code, 2, 1) WHERE site_id = $1 AND code IN ('M101', 'M201')`, [site.id]); // prettier-ignore
  const flags = [await lodge.make.listEntry('flags', site.id, { name: 'Key deposit' }), await lodge.make.listEntry('flags', site.id, { name: 'Quiet' })]; // prettier-ignore
  await manager.patch(`/students/${site.id}/${martin}`, { first_name: 'Martin', location: 'M101', flags });
});

const exported = async (): Promise<string> => (await manager.get(`/students/${site.id}/export-csv`)).text;
const send = async (text: string, more = '') =>
  (await manager.post(`/students/${site.id}/import?type=partial${more}`, text, { 'content-type': 'text/csv' })).body;

test('an export that nobody edited is read without an exception, as a file and as the response of the list', async () => {
  const { exceptions, import_id: id } = await send(await exported());
  expect([exceptions, id]).toEqual([[], null]);
  const { body } = await manager.get(`/students/${site.id}`);
  const students = (body.data ?? body.students ?? body) as object[];
  expect(JSON.stringify(students)).toContain('Key deposit');
  const answer = await manager.post(`/students/${site.id}/import`, { type: 'partial', dry_run: true, students });
  // It has fields that no export has.
  expect(answer.body.unread_columns).not.toContain('flags');
  expect(answer.body.unread_columns).not.toContain('floor');
});

test.each([
  ['another flag', 'Key deposit; Quiet', 'Key deposit; withdrawn', 'flags'],
  ['one flag less', 'Key deposit; Quiet', 'Quiet', 'flags'],
  ['no flag any more', 'Key deposit; Quiet', '', 'flags'],
  ['another floor', '"M101","1"', '"M101","2"', 'floor'],
])(
  'a cell that an import cannot change refuses its row if somebody edited it: %s',
  async (_, before, after, column) => {
    const text = await exported();
    expect(text).toContain(before);
    const body = await send(text.replace(before, after));
    expect(body).toMatchObject({ import_id: null, unread_columns: [column], exceptions: [{ cause: 'unread_column', existing_record_id: martin }] }); // prettier-ignore
    const ignored = encodeURIComponent(JSON.stringify({ [column]: 'ignore' }));
    expect((await send(text.replace(before, after), `&columns=${ignored}`)).exceptions).toEqual([]);
  },
);

test('a student who moves has the floor of the old room or of the new one, and somebody new has no flags', async () => {
  const text = await exported();
  for (const after of ['"M201","1"', '"M201","2"'])
    expect((await send(text.replace('"M101","1"', after), '&dry_run=true')).exceptions).toEqual([]);
  const [header = '', row = ''] = text.split('\r\n');
  const added = row.replace('KC1001', 'KC1002').replace('Martin', 'Nora').replace('Davies', 'Newby');
  const { exceptions } = await send([header, added, ''].join('\r\n'), '&dry_run=true');
  expect(exceptions).toMatchObject([{ cause: 'unread_column' }]);
});
