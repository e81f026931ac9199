import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { Archive } from '#libs/core/xlsx/archive';
import { ImportDesk } from '../../support/import-desk.js';
import { Lodge } from '../../support/lodge.js';

const TEXTS = [
  '=SUM(A1)',
  "'=quoted",
  "''+x",
  '-1',
  'two\nlines, "quoted"',
  "' apostrophe",
  '+44',
  '\u{1f600}',
  'a & b < c > d',
];
TEXTS.push(
  'Pr\u00eat\u00a0? Oui\u202f!',
  'back\\slash \\n',
  '_x000D_ and _x0041_',
  'tab\there',
  'line\r\nend',
  'a\ufffeb',
  '="Room 5"',
  '00417',
  '1E5',
);

describe('exports as workbooks', () => {
  let lodge: Lodge;
  let at: ImportDesk;
  const bookings: string[] = [];
  beforeAll(async () => {
    lodge = await Lodge.start();
    at = await ImportDesk.open(lodge, { time_zone: 'America/New_York' });
    for (const [index, notes] of TEXTS.entries()) {
      const { room, student } = await at.pair({
        first_name: '@Ada',
        last_name: `=Byron${index} & <co>`,
        student_id: `00${index}`,
      });
      const { _id } = await at.book(room, student, {
        notes,
        vehicle_registration: index % 2 ? '0042' : 'AB12 CDE',
        // The hour that comes twice there, and others.
        departure_slot_at: ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z', '2027-11-07T07:30:00.123Z'][index % 3],
        parking_expiry_at: '2027-10-01T10:00:00.123Z',
        ...(index === 1 && { status: 'checked_in', contract_start: '2026-11-01' }),
        ...(index === 2 && { status: 'provisional', contract_end: null }),
      });
      bookings.push(_id);
    }
  });
  afterAll(() => lodge.stop());

  const download = async (url: string) => {
    const server = lodge.instance.app.getHttpAdapter().getInstance() as unknown as {
      inject: (request: object) => Promise<{ rawPayload: Buffer; headers: Record<string, string>; statusCode: number }>;
    };
    return server.inject({ method: 'GET', url, headers: { cookie: at.client.cookie } });
  };
  const partOf = async (file: Buffer, name: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of (await Archive.open(file)).read(name)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  test('are typed, with a header that stays in sight, under a name of their own', async () => {
    const { rawPayload, headers } = await download(`/bookings/export?site=${at.site.id}&format=xlsx`);
    expect(headers['content-type']).toBe(XLSX_TYPE);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="bookings-.*-2026-11-21\.xlsx"$/);
    const sheet = await partOf(rawPayload, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<c s="2"><v>46648</v></c>');
    expect(sheet.match(/<row>/g)).toHaveLength(TEXTS.length + 1);
    expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">000</t></is></c>');
    expect(sheet).not.toContain('\n<c');
  });

  test('an export previews as zero changes, also where the hour of an instant comes twice', async () => {
    const { rawPayload } = await download(`/bookings/export?site=${at.site.id}&format=xlsx`);
    const path = `/bookings/import/preview?site=${at.site.id}`;
    const { body } = await at.client.post(path, rawPayload, { 'content-type': XLSX_TYPE });
    expect(body.rows.flatMap(({ changes }: { changes: object[] }) => changes)).toEqual([]);
    expect(body.rows.flatMap(({ issues }: { issues: { severity: string; code: string }[] }) => issues.filter(({ severity, code }) => severity !== 'info' && code !== 'duplicate_existing'))).toEqual([]); // prettier-ignore
    expect(body.summary).toMatchObject({ total: TEXTS.length, duplicate: TEXTS.length });
    const csv = await at.client.get(`/bookings/export?site=${at.site.id}`);
    const plain = await at.previewCsv(csv.text);
    expect(body.rows.map(({ normalized }: { normalized: object }) => normalized)).toEqual(
      plain.body.rows.map(({ normalized }: { normalized: object }) => normalized),
    );
  });

  test('a row of an export is asked about when somebody changed its booking since, whatever it says now', async () => {
    const { rawPayload } = await download(`/bookings/export?site=${at.site.id}&format=xlsx`);
    const [first, second] = bookings as [string, string];
    const changed = await at.client.patch(`/bookings/${first}`, { site: at.site.id, notes: 'a colleague wrote this' });
    expect(changed.status).toBe(200);
    const preview = async (file: Buffer | string, type: string) => {
      const path = `/bookings/import/preview?site=${at.site.id}`;
      const { body } = await at.client.post(path, file, { 'content-type': type });
      const of = (id: string) => body.rows.find((row: { booking_id: string }) => row.booking_id === id);
      return [of(first), of(second)] as const;
    };
    const [old, same] = await preview(rawPayload, XLSX_TYPE);
    expect(old).toMatchObject({ state: 'needs_decision', planned: 'update' });
    expect(old.issues.map(({ code }: { code: string }) => code)).toContain('changed_since_export');
    expect(same.state).toBe('duplicate');
    // With only the version, as in a file from which a user removed the other columns.
    const { version } = (await at.booking(first)) as { version: number };
    for (const [row, codes] of [
      [version - 1, ['changed_since_export']],
      [version, []],
    ] as const) {
      const csv = `booking_id,version,notes\n${first},${row},mine\n`;
      const [only] = await preview(csv, 'text/csv');
      expect(only.issues.filter(({ severity }: { severity: string }) => severity !== 'info').map(({ code }: { code: string }) => code)).toEqual(codes); // prettier-ignore
      expect(only.state).toBe(codes.length > 0 ? 'needs_decision' : 'ready');
    }
  });

  test('a list of students goes back as it came, and has the zeros of its ids', async () => {
    const { rawPayload, headers } = await download(`/students/${at.site.id}/export-csv?format=xlsx`);
    expect(headers['content-disposition']).toMatch(/students-.*\.xlsx"$/);
    expect(await partOf(rawPayload, 'xl/worksheets/sheet1.xml')).toContain('<c s="0" t="b"><v>1</v></c>');
    const path = `/students/${at.site.id}/import?type=full`;
    const { body } = await at.client.post(path, rawPayload, { 'content-type': XLSX_TYPE });
    expect(body).toMatchObject({ import_id: null, exceptions: [] });
    expect(body.students.map(({ student_id }: { student_id: string }) => student_id).sort()).toEqual(TEXTS.map((_, index) => `00${index}`).sort()); // prettier-ignore
  });
});
