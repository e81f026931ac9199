import { TextDecoder } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

describe('what is remembered of one file, and another with the same headers', () => {
  let keys = 0;
  const look = async (cells: Cells) => {
    const { cells: own } = await desk.pair();
    const row = await desk.look({ ...own, ...cells });
    return [row.state, codes(row)];
  };
  const ignore = async (header: string, ...texts: string[]) => {
    const pairs = await Promise.all(texts.map(() => desk.pair()));
    const rows = desk.rows(...pairs.map(({ cells }, index) => ({ ...cells, [header]: texts[index] })));
    const { body } = await desk.client.post('/bookings/import/commit', { site: desk.site.id, idempotency_key: `seen-${++keys}`, rows, columns: { [header]: 'ignore' } }); // prettier-ignore
    expect(body.summary).toMatchObject({ created: texts.length });
  };
  const ASKED = ['needs_decision', ['unread_column']];
  const READY = ['ready', []];

  test('a column that was ignored asks again when it says another status', async () => {
    await ignore('Called off', 'no');
    expect(await look({ 'Called off': 'no' })).toEqual(READY);
    for (const text of ['yes', 'Cancelled', 'student cancelled', 'x', 'storniert']) expect(await look({ 'Called off': text })).toEqual(ASKED); // prettier-ignore
    const { cells } = await desk.pair();
    const { body } = await desk.commit([{ ...cells, 'Called off': 'yes' }]);
    expect(body.results).toMatchObject([{ reason: 'unresolved' }]);
    // When it is declared for such a file, that counts for the next one.
    await ignore('Called off', 'yes');
    for (const text of ['yes', 'no']) expect(await look({ 'Called off': text })).toEqual(READY);
  });

  test('or anything else that it did not have when it was ignored, in words that nobody knows, too', async () => {
    const { cells, room } = await desk.pair({ first_name: 'Grace', last_name: 'Hopper-Seen' });
    expect(room).toBeDefined();
    await ignore('Linen set', 'blue', 'green');
    for (const text of ['blue', ' Green ', 'BLUE', '', 'NULL'])
      expect(await look({ 'Linen set': text })).toEqual(READY);
    for (const text of ['red', 'two sets', 'verzichtet', 'elállt', 7, false, '2027-10-01', cells.room, cells.student_id, 'Grace Hopper-Seen']) expect(await look({ 'Linen set': text })).toEqual(ASKED); // prettier-ignore
    await ignore('Exported on', '2026-11-20');
    expect(await look({ 'Exported on': '2026-11-20' })).toEqual(READY);
    expect(await look({ 'Exported on': '2026-11-21' })).toEqual(ASKED);
    await ignore('Exported on', '2026-11-21');
    for (const text of ['2026-11-20', '2026-11-21']) expect(await look({ 'Exported on': text })).toEqual(READY);
  });

  test('a column without a name is ignored in its own file only', async () => {
    await ignore('column 7', 'one');
    expect(await look({ 'column 7': 'one' })).toEqual(ASKED);
  });

  test('a remembered encoding is asked for again when the next file may be in another one', async () => {
    const bytesOf = (text: string, encoding: string) => {
      const decoder = new TextDecoder(encoding);
      const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]));
      return Buffer.from([...text].map((letter) => table.get(letter) as number));
    };
    const file = async (notes: string, encoding: string) => {
      const { cells } = await desk.pair();
      return bytesOf(`student_id,room,contract_start,contract_end,Comments\r\n${Object.values(cells).join(',')},"${notes}"\r\n`, encoding); // prettier-ignore
    };
    const post = (kind: string, body: Buffer, more = '') =>
      desk.client.post(`/bookings/import/${kind}?site=${desk.site.id}${more}`, body, { 'content-type': 'text/csv' });
    const key = () => `&idempotency_key=seen-${++keys}`;
    const first = await post('commit', await file('Müller, Åse', 'windows-1252'), `${key()}&encoding=windows-1252`);
    expect(first.body.summary).toMatchObject({ created: 1 });
    for (const notes of ['Åse', 'Zoë', 'façade', 'Grüße'])
      expect((await post('preview', await file(notes, 'windows-1252'))).body.rows).toMatchObject([{ normalized: { notes } }]); // prettier-ignore
    const others = [['Без лифта', 'windows-1251'], ['без', 'windows-1251'], ['Dvořák', 'windows-1250'], ['Müller', 'macintosh'], ['Παπάς', 'windows-1253']] as const; // prettier-ignore
    for (const [notes, encoding] of others) {
      const seen = await post('preview', await file(notes, encoding));
      expect([notes, seen.status, seen.body.errors?.[0]?.code]).toEqual([notes, 400, 'encoding_unknown']);
      const done = await post('commit', await file(notes, encoding), key());
      expect([notes, done.status, done.body.errors?.[0]?.code]).toEqual([notes, 400, 'encoding_unknown']);
    }
    const listed = (await desk.client.get(`/bookings/import/mappings?site=${desk.site.id}`)).body as {
      declared: object;
    }[];
    expect(listed.map(({ declared }) => declared)).toContainEqual({ encoding: 'windows-1252' });
    expect(JSON.stringify(listed)).not.toContain('seen');
  });
});
