import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { hasPoppler, textOf } from '../../support/poppler.js';
import { startWorker } from '../../support/test-worker.js';
import { useLodge } from '../../support/use-lodge.js';

const folder = await mkdtemp(join(tmpdir(), 'lodge-stored-data-'));
const { lodge, site, manager } = await useLodge(
  { manager: 'manager' },
  { settings: { STORAGE_URL: pathToFileURL(folder).href, DOCUMENT_WAIT_SECONDS: '120' } },
);
afterAll(() => rm(folder, { recursive: true }));

describe('GET /students/{siteId}/{userId}/data', () => {
  const url = (id: string) => `/students/${site.id}/${id}/data`;
  const STAY = { contract_start: '2027-01-04', contract_end: '2027-03-20' };
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await manager.post(path, body, headers);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.body;
  };

  test('has all that was written about the person, and nothing that was written about another', async () => {
    const flag = await lodge.make.listEntry('flags', site.id, { name: 'told-flag' });
    const welfare_state = await lodge.make.listEntry('welfare_states', site.id, { name: 'told-state' });
    const name = { first_name: 'Told-first', last_name: 'Told-last', location: site.building };
    const { _id: id } = await post(
      '/students',
      { site: site.id, ...name, student_id: 'TOLD-1' },
      { 'idempotency-key': 'k' },
    );
    const change = { ...name, email: 'told@uni.example', flags: [flag], welfare_state };
    expect((await manager.patch(`/students/${site.id}/${id}`, change)).status).toBe(200);
    const other = await lodge.make.student(site, { last_name: 'Untold-name' });
    const place = async () => ({ site: site.id, ...STAY, location: await lodge.make.room(site) });
    const own = await post('/bookings', {
      ...(await place()),
      lead_person: id,
      notes: 'told-notes',
      vehicle_registration: 'TOLD 2',
    });
    await manager.patch(`/bookings/${own._id}`, { site: site.id, notes: 'told-later' });
    const leave = { type: 'cancel', cancellation_code: 'other', cancellation_reason: 'told-reason', notes: 'told-why' };
    await post(`/bookings/${own._id}/transitions`, { site: site.id, ...leave });
    const shared = {
      lead_person: other,
      additional_people: [id],
      notes: 'untold-notes',
      vehicle_registration: 'UNTOLD 1',
    };
    const { reference } = await post('/bookings', { ...(await place()), ...shared });
    await post('/bookings', { ...(await place()), lead_person: other, notes: 'untold-more' });

    const waits = { location_type: site.roomType, from: '2029-01-04' };
    await post(`/sites/${site.id}/waiting-list`, { ...waits, person: id, contact: 'told-contact', notes: 'told-wish' });
    await post(`/sites/${site.id}/waiting-list`, { ...waits, person: other, notes: 'untold-wish' });
    const passed = await post(`/sites/${site.id}/waiting-list`, { ...waits, person: other, notes: 'untold-first' });
    const pass = async (body: object) =>
      expect((await manager.patch(`/sites/${site.id}/waiting-list/${passed._id}`, body)).status).toBe(200);
    await pass({ person: id, notes: 'told-before' });
    await pass({ contact: 'told-call' });
    await pass({ person: other, notes: 'untold-last', contact: null });
    await pass({ notes: 'untold-after' });
    await post(`/sites/${site.id}/calendar-feeds`, { person: id });
    await post(`/sites/${site.id}/calendar-feeds`, { person: other });
    const student = await lodge.make.student(site, { first_name: 'Told-twin' });
    await post(`/students/${site.id}/${id}/merge`, { student });

    const { status, body, text } = await manager.get(url(id));
    expect([status, text]).toEqual([200, text]);
    const told = [
      'Told-twin',
      'Told-first',
      'Told-last',
      'TOLD-1',
      'told@uni.example',
      'told-flag',
      'told-state',
      'told-notes',
      'TOLD 2',
      'told-contact',
      'told-wish',
      'told-before',
      'told-call',
    ];
    for (const word of [...told, 'told-later', 'told-reason', 'told-why']) expect(text).toContain(word);
    expect(text.toLowerCase()).not.toContain('untold');
    expect(body.bookings.map(({ role }: { role: string }) => role).sort()).toEqual(['additional', 'lead']);
    expect(text).toContain(reference);
    expect(body.calendars).toHaveLength(1);
    expect(body.waiting_list).toHaveLength(2);
    expect(body.waiting_list[1].recorded.map(({ changes }: { changes: object[] }) => changes)).toEqual([
      [
        { field: 'person', to: id },
        { field: 'notes', to: 'told-before' },
      ],
      [{ field: 'contact', from: null, to: 'told-call' }],
      [
        { field: 'person', from: id },
        { field: 'contact', from: 'told-call' },
        { field: 'notes', from: 'told-before' },
      ],
    ]);
    await requirePrinted(id, [...told, 'told-later', 'told-reason', 'told-why', reference]);
    expect(body.kept_answers).toEqual([{ operation: 'POST /students', created_at: expect.any(String) }]);
    expect(body.recorded.map(({ action }: { action: string }) => action)).toEqual([
      'student.created',
      'student.updated',
      'student.welfare_changed',
      'student.merged',
    ]);
  });

  const requirePrinted = async (id: string, told: string[]): Promise<void> => {
    const worker = await startWorker(lodge);
    await lodge.sql(`UPDATE sites SET language = 'de' WHERE id = $1`, [site.id]);
    const answer = await lodge.instance.app.inject({
      url: `${url(id)}?format=pdf`,
      headers: { cookie: manager.cookie },
    });
    await worker.close();
    expect([answer.statusCode, answer.headers['content-language']]).toEqual([200, 'de']);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="stored-data-.*\.pdf"$/);
    const read = `SELECT action FROM audit_events WHERE subject_id = $1 AND action = 'student.data_read'`;
    expect(await lodge.sql(read, [id])).toHaveLength(2);
    expect(String(answer.headers['cache-control'])).toContain('private');
    if (process.env.KEEP_PDF) writeFileSync(process.env.KEEP_PDF, answer.rawPayload);
    if (!hasPoppler) return;
    const printed = textOf(answer.rawPayload);
    for (const word of [...told, 'Gespeicherte Daten', 'Aufenthalte', 'Warteliste', 'Datensätze, die in diesem'])
      expect(printed).toContain(word);
    expect(printed.toLowerCase()).not.toContain('untold');
  };

  test('is for managers and administrators, written down, and nothing of who was erased or is elsewhere', async () => {
    const id = await lodge.make.student(site);
    for (const role of ['viewer', 'reception', 'welfare'] as const) {
      const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
      expect((await client.get(url(id))).status).toBe(403);
      expect((await client.get(`${url(id)}?format=pdf`)).status).toBe(403);
    }
    expect((await manager.get(url(id))).status).toBe(200);
    const read = 'SELECT action FROM audit_events WHERE subject_id = $1';
    expect(await lodge.sql(read, [id])).toEqual([{ action: 'student.data_read' }]);
    expect((await manager.post(`/students/${site.id}/${id}/erase`)).status).toBe(200);
    expect((await manager.get(url(id))).status).toBe(404);
    expect((await manager.get(`${url(id)}?format=pdf`)).status).toBe(404);
    expect((await manager.get(url(await lodge.make.student(await lodge.make.site())))).status).toBe(404);
  });
});
