import { describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { textRows, workbook } from '../../support/workbook.js';

const { desk } = await useImportDesk();
const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end', 'notes'];

describe('what a workbook says of its rows beside their cells', () => {
  const send = async (name: string, more: { columns?: string; declared?: object; sheet?: string } = {}) => {
    const lines = [await desk.pair(), await desk.pair()].map(({ cells }) => [...Object.values(cells), 'late'] as string[]); // prettier-ignore
    const rows = `</sheetData><cols>${more.columns ?? ''}</cols><sheetData>${textRows(HEADERS, ...lines)}`;
    const query = new URLSearchParams({ site: desk.site.id, ...(more.declared && { columns: JSON.stringify(more.declared) }), ...(more.sheet && { sheet: more.sheet }) }); // prettier-ignore
    const sheets = [{ name, rows }, ...(more.sheet ? [{ name: 'Arrivals', rows }] : [])];
    const { body } = await desk.client.post(`/bookings/import/preview?${query.toString()}`, await workbook({ sheets }), { 'content-type': XLSX_TYPE }); // prettier-ignore
    return body;
  };

  test.each([
    ...[
      'Cancelled',
      'CANCELLED 2027',
      'Waiting list',
      'Warteliste',
      'No-shows',
      'Withdrawn',
      'Storno',
      'Provisional',
      'Checked out',
    ],
    ...['Stornos', 'Absagen', 'Annulations', 'Bajas', 'WL', 'Leavers', 'Draft', 'Archiv', 'OLD', '2019', 'Test', 'Template', 'Offers', 'Applicants', 'Holds'], // prettier-ignore
    ...['Sheet1?', 'Arrivals ✗', 'No arrivals', 'Arrivals 2026', '2028-29', 'Arrivals May', 'Odwołane', 'Former students', 'Block Z9'], // prettier-ignore
    ...['Term 2', 'Semester 2', 'Week 3', 'Year 2', '26-27', '19 Sept', 'Arrivals 19th September', '19.9.27', '30.9.', '18.9.26', '18/9/2026', 'Sept 18, 2028', '27/28 Arrivals Jan'], // prettier-ignore
  ])('the rows of a sheet called "%s" ask, until that is declared to say nothing', async (name) => {
    const { rows } = await send(name);
    expect(rows.map(codes)).toEqual([['unread_column'], ['unread_column']]);
    expect(rows[0].issues.find(({ code }: { code: string }) => code === 'unread_column').message).toContain(name);
    expect((await send(name, { declared: { 'section line': 'ignore' } })).summary).toMatchObject({ ready: 2 });
  });

  test('so do those of such a sheet among several, and those of others are rows', async () => {
    expect((await send('Cancelled', { sheet: 'Cancelled' })).summary).toMatchObject({ needs_decision: 2 });
    expect((await send('Cancelled', { sheet: 'Arrivals' })).summary).toMatchObject({ ready: 2 });
    const [{ name: site }] = (await desk.lodge.sql<{ name: string }>('SELECT name FROM sites WHERE id = $1', [desk.site.id])) as [{ name: string }]; // prettier-ignore
    for (const name of [
      'Sheet1',
      'Tabelle1',
      'Feuil1',
      'Arkusz 2',
      'Arrivals 2027',
      'Confirmed',
      'Liste der Anreisen',
      '2027-28',
      'Sept 2027',
      'arrivals_september',
      '27-28',
      ...['18 Sept', '18.9.27', '9-18-2027', 'Arrivals 18 September 2027'],
      `Arrivals ${site}`.slice(0, 31),
    ])
      // prettier-ignore
      expect([name, (await send(name)).summary]).toMatchObject([name, { ready: 2 }]);
  });

  test('the name of a location says nothing new of the rooms that are in it, and something of others', async () => {
    const { site, lodge } = desk;
    const [building, other] = [await lodge.make.location(site.id, site.buildingType, { name: 'Sheet Court', code: 'SHC' }), await lodge.make.location(site.id, site.buildingType, { name: 'Other Court', code: 'OTC' })]; // prettier-ignore
    const lines = await Promise.all(['SHC-1', 'SHC-2'].map(async (code) => {
      await lodge.make.room(site, { code, parent_id: building });
      return [(await desk.pair()).cells.student_id, code, '2027-09-18', '2028-06-30', ''];
    })); // prettier-ignore
    const preview = async (name: string) => {
      const book = await workbook({ sheets: [{ name, rows: textRows(HEADERS, ...lines) }] });
      const { body } = await desk.client.post(`/bookings/import/preview?site=${site.id}`, book, { 'content-type': XLSX_TYPE }); // prettier-ignore
      return body.summary;
    };
    expect(other).toBeDefined();
    for (const name of ['Sheet Court', 'SHC', 'Arrivals Sheet Court 2027']) expect([name, await preview(name)]).toMatchObject([name, { ready: 2 }]); // prettier-ignore
    await lodge.make.room(site, { code: 'ZN-731', name: 'Room 731', parent_id: other });
    for (const name of ['Other Court', 'OTC', 'not Sheet Court', 'ZN-731', 'Room 731', 'SHC-1']) expect([name, await preview(name)]).toMatchObject([name, { needs_decision: 2 }]); // prettier-ignore
  });

  test('the sheet of a list of students is looked at, too', async () => {
    const { site, lodge, client } = desk;
    await lodge.make.room(site, { code: 'SHS-1' });
    let count = 0;
    const send = async (name: string, columns?: object) => {
      const id = `SHS${++count}`;
      const rows = textRows(['student_id', 'first_name', 'last_name', 'location'], [id, `First${id}`, `Last${id}`, 'SHS-1']); // prettier-ignore
      const query = new URLSearchParams({ type: 'partial', ...(columns && { columns: JSON.stringify(columns) }) });
      const book = await workbook({ sheets: [{ name, rows }] });
      const { body } = await client.post(`/students/${site.id}/import?${query.toString()}`, book, { 'content-type': XLSX_TYPE }); // prettier-ignore
      return [body.students.length, body.exceptions.map(({ cause }: { cause: string }) => cause), body.unread_columns];
    };
    for (const name of ['Leavers', 'Applicants', 'Bajas', '2019', 'ehemalige Studierende'])
      expect([name, await send(name)]).toEqual([name, [0, ['unread_column'], ['section line']]]);
    for (const name of ['Sheet1', 'Studierende', 'All students']) expect((await send(name))[0]).toBe(1);
    expect((await send('Leavers', { 'section line': 'ignore' }))[0]).toBe(1);
  });

  test.each([
    ['hidden', '<col min="1" max="4" width="9"/><col min="5" max="5" width="9" hidden="1"/>'],
    ['without a width', '<col min="5" max="16384" width="0" customWidth="1"/>'],
  ])('a filled column that is %s is not read until it is declared', async (_, columns) => {
    const { rows, columns: told } = await send('Rows', { columns });
    expect(rows.map(codes)).toEqual([['unread_column'], ['unread_column']]);
    expect(told.unknown).toEqual(['notes (hidden)']);
    const declared = await send('Rows', { columns, declared: { 'notes (hidden)': 'notes' } });
    expect(declared.rows).toMatchObject([{ state: 'ready', normalized: { notes: 'late' } }, { state: 'ready' }]);
  });
});
