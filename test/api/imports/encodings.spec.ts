import { TextDecoder } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import fc from '../../support/properties.js';
import { ImportDesk } from '../../support/import-desk.js';
import { Lodge } from '../../support/lodge.js';
import { startWorker } from '../../support/test-worker.js';

/** Words that offices write, and the encodings of their machines. */
const WORDS: Record<string, string[]> = {
  'windows-1252': ['Müller', 'Chloë', 'façade', 'Grüße', '€ 20', '“quiet”', 'Åse', 'Ærø', 'señor', 'São'],
  'windows-1250': ['Dvořák', 'Łódź', 'Novák', 'Žižka', 'Őrs'],
  'windows-1251': ['Андрей', 'Ковалёв', 'тихая комната'],
  'windows-1253': ['Γιώργος', 'Παπάς'],
  macintosh: ['Åse', 'Müller', 'façade', 'Chloë', 'señor'],
  shift_jis: ['佐藤', '鈴木 大輝', '静かな部屋'],
  gb18030: ['王伟', '李明', '安静'],
  'euc-kr': ['김민준', '조용한'],
};

const tables = new Map<string, Map<string, Buffer>>();
function tableOf(encoding: string): Map<string, Buffer> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, Buffer>();
  const note = (...bytes: number[]) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(Buffer.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, Buffer.from(bytes));
    } catch {
      // No character.
    }
  };
  for (let byte = 0; byte < 256; byte++) note(byte);
  for (let lead = 0x81; lead < 255; lead++) for (let trail = 0x40; trail < 255; trail++) note(lead, trail);
  tables.set(encoding, table);
  return table;
}
const encoded = (text: string, encoding: string): Buffer =>
  Buffer.concat([...text].map((letter) => tableOf(encoding).get(letter) ?? Buffer.from('?')));

const WIDE: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with its mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 with its mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 the other way round', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['UTF-16 the other way round with its mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
];

describe('the encoding of a file', () => {
  let lodge: Lodge;
  let worker: INestApplicationContext;
  let desk: ImportDesk;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '60' } });
    worker = await startWorker(lodge);
    desk = await ImportDesk.open(lodge, { role: 'admin' });
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
  });

  const csv = { 'content-type': 'text/csv' };
  const preview = (file: Buffer, more = '', at = desk) =>
    at.client.post(`/bookings/import/preview?site=${at.site.id}${more}`, file, csv);
  let keys = 0;
  const commit = (file: Buffer, more = '', at = desk) =>
    at.client.post(`/bookings/import/commit?site=${at.site.id}&idempotency_key=encoding-${++keys}${more}`, file, csv);
  const lineOf = ({ student_id, room }: { student_id: unknown; room: unknown }, notes: string) =>
    `student_id;room;contract_start;contract_end;notes\r\n${student_id};${room};2027-09-18;2028-06-30;"${notes}"\r\n`;
  const isAsked = ({ status, body }: { status: number; body: { errors?: { pointer: string; code: string }[] } }) =>
    status === 400 && body.errors?.[0]?.pointer === '/encoding' && body.errors[0].code === 'encoding_unknown';

  test('is right or asked for, whatever the words: no text is stored that the file does not have', async () => {
    const { cells } = await desk.pair();
    const file = fc.constantFrom(...Object.keys(WORDS)).chain((encoding) =>
      fc.record({
        encoding: fc.constant(encoding),
        words: fc.array(fc.constantFrom(...(WORDS[encoding] ?? [])), { minLength: 1, maxLength: 4 }),
        wide: fc.option(fc.constantFrom(...WIDE)),
      }),
    );
    let [read, asked] = [0, 0];
    await fc.assert(
      fc.asyncProperty(file, async ({ encoding, words, wide }) => {
        const text = lineOf(cells, words.join(' '));
        const bytes = wide ? wide[1](text) : encoded(text, encoding);
        const answer = await preview(bytes);
        if (isAsked(answer)) {
          expect(wide).toBeNull();
          asked++;
        } else {
          expect(answer.body.rows?.[0]?.normalized.notes).toBe(words.join(' '));
          read++;
        }
        const told = await preview(bytes, wide ? '' : `&encoding=${encoding}`);
        expect(told.body.rows?.[0]?.normalized.notes).toBe(words.join(' '));
      }),
      { numRuns: 60 },
    );
    expect([read, asked].every((times) => times > 5)).toBe(true);
  });

  test('is asked for with what the file says in several, and not declared against what its bytes prove', async () => {
    const { cells } = await desk.pair();
    const latin = encoded(lineOf(cells, 'Müller'), 'windows-1252');
    const { body } = await preview(latin);
    expect(body.errors).toMatchObject([{ pointer: '/encoding', code: 'encoding_unknown' }]);
    expect(body.detail).toContain('windows-1252: "Müller"');
    expect(body.detail).toContain('macintosh: "M¸ller"');
    const wrong: [Buffer, string][] = [
      [latin, 'utf-8'],
      [Buffer.from(lineOf(cells, 'Müller')), 'windows-1252'],
      [Buffer.from(lineOf(cells, 'Müller'), 'utf16le'), 'windows-1252'],
      [Buffer.from(`\ufeff${lineOf(cells, 'Müller')}`, 'utf16le'), 'utf-8'],
      [encoded(lineOf(cells, 'Åse'), 'macintosh'), 'windows-1252'],
    ];
    for (const [file, encoding] of wrong) {
      const answer = await preview(file, `&encoding=${encoding}`);
      expect([encoding, answer.status, answer.body.errors?.[0]?.pointer]).toEqual([encoding, 400, '/encoding']);
    }
    const path = `/students/${desk.site.id}/import?type=partial`;
    const list = encoded(`first_name,last_name,location\nChloë,Müller,${cells.room}\n`, 'windows-1252');
    expect(isAsked(await desk.client.post(path, list, csv))).toBe(true);
    const made = await desk.client.post(`${path}&encoding=windows-1252`, list, csv);
    expect(made.body.students).toMatchObject([{ first_name: 'Chloë', last_name: 'Müller' }]);
  });

  test('is remembered of a file with the same headers, told, listed and forgotten', async () => {
    const at = await ImportDesk.open(lodge);
    const file = async (notes: string, encoding = 'windows-1252') => {
      const { cells } = await at.pair();
      return encoded(lineOf(cells, notes).replace('notes', 'Straße').replace('student_id', 'Matrikelnummer'), encoding);
    };
    const columns = `&columns=${encodeURIComponent('{"Straße":"notes"}')}`;
    expect(isAsked(await preview(await file('Grüße'), columns, at))).toBe(true);
    const first = await commit(await file('Grüße'), `${columns}&encoding=windows-1252`, at);
    expect(first.body.results).toMatchObject([{ outcome: 'created' }]);
    expect(await at.booking(first.body.results[0].booking_id)).toMatchObject({ notes: 'Grüße' });

    const next = await preview(await file('Chloë'), '', at);
    expect(next.body).toMatchObject({
      declared: { encoding: 'windows-1252', columns: { Straße: 'notes' } },
      remembered: { used: ['columns', 'encoding'] },
      rows: [{ state: 'ready', normalized: { notes: 'Chloë' } }],
    });
    const body = { site: at.site.id, idempotency_key: `encoding-${++keys}`, preview_id: next.body.preview_id };
    const second = await at.client.post('/bookings/import/commit', body);
    expect(await at.booking(second.body.results[0].booking_id)).toMatchObject({ notes: 'Chloë' });

    // Another machine: what was remembered is no text there, or the file proves what it is.
    const utf = await preview(Buffer.from(lineOf((await at.pair()).cells, 'Chloë').replace('notes', 'Straße').replace('student_id', 'Matrikelnummer')), '', at); // prettier-ignore
    expect(utf.body).toMatchObject({ remembered: { used: ['columns'] }, rows: [{ normalized: { notes: 'Chloë' } }] });
    expect(utf.body.declared.encoding).toBeUndefined();

    const mappings = `/bookings/import/mappings`;
    const [listed] = (await at.client.get(`${mappings}?site=${at.site.id}`)).body;
    expect(listed.declared).toMatchObject({ encoding: 'windows-1252' });
    await at.client.delete(`${mappings}/${listed._id}?site=${at.site.id}`);
    expect(isAsked(await preview(await file('Chloë'), columns, at))).toBe(true);
  });

  test('rows of bytes are for files: text is refused, and a text that was misread before is an error', async () => {
    const { cells } = await desk.pair();
    const send = (more: object, encoding?: string) =>
      desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows({ ...cells, ...more }), encoding }); // prettier-ignore
    expect((await send({ notes: '王' }, 'bytes')).body.errors[0].pointer).toBe('/encoding');
    const misread = ['MÃ¼ller', 'ZoÃ«', 'itâ€™s', 'Â£ 20', 'Å‚Ã³dÅº', 'FranÃ§ois'];
    for (const notes of misread)
      expect((await send({ notes })).body.rows[0].issues[0]).toMatchObject({ code: 'invalid_value', field: 'notes' });
    for (const notes of ['JOÃO’S', 'CAFÉ–BAR', 'RENÉ’S “Â” chambre', 'un été à Paris…”', 'Åse’s', 'Ä“quoted”', 'ÃÂÄÅÉ'])
      expect((await send({ notes })).body.rows[0]).toMatchObject({ state: 'ready', normalized: { notes } });
    const list = { type: 'partial', dry_run: true, students: [{ first_name: 'ZoÃ«', last_name: 'MÃ¼ller', location: cells.room }] }; // prettier-ignore
    const { body } = await desk.client.post(`/students/${desk.site.id}/import`, list);
    expect([body.students, body.exceptions.length]).toEqual([[], 1]);
  });
});
