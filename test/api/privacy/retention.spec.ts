import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RetentionService } from '#libs/privacy/retention.service';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';
import { runCommand } from '../../support/command-line.js';

describe('retention', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  beforeEach(async () => {
    lodge ??= await Lodge.start();
    site = await lodge.make.site();
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const sweep = () => lodge.instance.app.get(RetentionService, { strict: false }).sweep();
  const url = (query = '') => `/sites/${site.id}/retention${query}`;
  const keepFor = async (years: number | null) => {
    const answer = await admin.patch(`/sites/${site.id}`, { settings: { retention_years: years } });
    expect([answer.status, answer.body.settings.retention_years]).toEqual([200, years]);
  };
  /** Somebody whose record was last changed then. */
  const person = async (changed: string, lastName = 'Leaver') => {
    const id = await lodge.make.student(site, { last_name: lastName });
    await lodge.sql('UPDATE students SET updated_at = $2, created_at = $2 WHERE id = $1', [id, changed]);
    return id;
  };
  /** A stay that was over then, as it would stand there had Lodge run at the time. */
  const stay = async (
    lead: string,
    end: string,
    more: { status?: string; others?: string[]; updated?: string } = {},
  ) => {
    const start = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`;
    const body = {
      site: site.id,
      lead_person: lead,
      additional_people: more.others ?? [],
      location: await lodge.make.room(site),
    };
    const made = await admin.post('/bookings', {
      ...body,
      contract_start: '2027-01-04',
      contract_end: '2027-03-20',
      notes: 'Likes tea',
    });
    expect([made.status, made.text]).toEqual([200, made.text]);
    await admin.post(`/bookings/${made.body._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'other',
      notes: 'Left',
    });
    const text = `UPDATE bookings SET contract_start = $2, contract_end = $3, status = $4, updated_at = $5 WHERE id = $1`;
    await lodge.sql(text, [made.body._id, start, end, more.status ?? 'checked_out', more.updated ?? end]);
    for (const id of [lead, ...(more.others ?? [])])
      await lodge.sql(`UPDATE students SET updated_at = '2001-01-01' WHERE id = $1`, [id]);
    return made.body._id as string;
  };
  const erased = async () => {
    const rows = await lodge.sql<{ id: string }>(
      'SELECT id FROM students WHERE site_id = $1 AND erased_at IS NOT NULL',
      [site.id],
    );
    return rows.map(({ id }) => id).sort();
  };
  const counted = async (query = '') => {
    const { status, body } = await admin.get(url(query));
    expect(status).toBe(200);
    return body as { people: number; stays: number; before: string };
  };

  test('is off, until a site says for how many years: nobody is erased, however long ago they left', async () => {
    await stay(await person('1999-01-01'), '2001-06-30');
    await sweep();
    expect(await erased()).toEqual([]);
    expect(await counted()).toMatchObject({ retention_years: null, years: 6, before: '2020-11-21', people: 1 });
    expect(await counted('?years=5')).toMatchObject({
      retention_years: null,
      years: 5,
      before: '2021-11-21',
      people: 1,
      stays: 1,
    });
    expect(await erased()).toEqual([]);
  });

  test('erases exactly whom it counted: by the last day of the last stay, led or shared, and by the last change', async () => {
    const gone = await person('2001-01-01');
    const leaver = await person('2001-01-01');
    const sharer = await person('2001-01-01');
    const kept = [
      await person('2021-11-21'),
      await person('2001-01-01'),
      await person('2001-01-01'),
      await person('2001-01-01'),
    ];
    const old = await stay(leaver, '2021-11-20', { others: [sharer] });
    await stay(kept[1] as string, '2021-11-21');
    await stay(leaver, '2019-06-30');
    // A booking cancelled in time, for future days; and one whose guest came later, as the guest of another person.
    const caller = await person('2001-01-01');
    await stay(caller, '2028-06-30', { status: 'cancelled', updated: '2020-01-01' });
    await stay(kept[2] as string, '2027-06-30', { status: 'confirmed', updated: '2020-01-01' });
    await stay(kept[1] as string, '2022-06-30', { others: [kept[3] as string] });
    await keepFor(5);
    expect(await counted()).toMatchObject({ retention_years: 5, years: 5, before: '2021-11-21', people: 4, stays: 3 });
    await sweep();
    expect(await erased()).toEqual([gone, leaver, sharer, caller].sort());
    expect(await counted()).toMatchObject({ people: 0, stays: 0 });
    const { body } = await admin.get(`/bookings/${old}?site=${site.id}&include=transactions`);
    expect(JSON.stringify(body)).not.toMatch(/Likes tea|Leaver|Left/);
    expect([body.notes, body.contract_end]).toEqual([null, '2021-11-20']);
    const trail = (await admin.get(`/sites/${site.id}/audit?action=site.retention_applied`)).body;
    expect(trail.data).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ type: 'system' }),
        changes: [
          { field: 'before', from: null, to: '2021-11-21' },
          { field: 'people', from: null, to: 4 },
        ],
      }),
    ]);
    await sweep();
    expect(await erased()).toHaveLength(4);
  });

  test('two workers and bookings for the same people at the same moment: nobody with a new stay is erased, nobody twice', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => person('2001-01-01')));
    await keepFor(5);
    const rooms = await Promise.all(people.map(() => lodge.make.room(site)));
    const book = (lead: string, at: number) =>
      admin.post('/bookings', {
        site: site.id,
        lead_person: lead,
        location: rooms[at],
        contract_start: '2027-01-04',
        contract_end: '2027-03-20',
      });
    const [, , ...answers] = await Promise.all([sweep(), sweep(), ...people.map(book)]);
    const statuses = (answers as { status: number; body: { code?: string } }[]).map(
      ({ status, body }) => body.code ?? status,
    );
    const booked = people.filter((_, at) => statuses[at] === 200);
    expect(new Set(statuses.filter((status) => status !== 200))).toEqual(
      new Set(booked.length < people.length ? ['unknown_reference'] : []),
    );
    expect(await erased()).toEqual(people.filter((id) => !booked.includes(id)).sort());
    const twice = `SELECT subject_id FROM audit_events WHERE site_id = $1 AND action = 'student.erased' GROUP BY 1 HAVING count(*) > 1`;
    expect(await lodge.sql(twice, [site.id])).toEqual([]);
  });

  test('is for administrators; the operator counts by command', async () => {
    await person('2001-01-01');
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    expect((await manager.get(url('?years=5'))).status).toBe(403);
    const { status, out } = runCommand(lodge.applicationUrl, ['retention', '--site', site.id, '--years', '3']);
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/After 3 years: 1 people .* with 0 stays.\nThe site erases: off/),
    ]);
    const wrong = runCommand(lodge.applicationUrl, ['retention', '--site', site.id, '--years', '0']);
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('--years must be')]);
    for (const [years, pointer] of [
      [0, 400],
      [101, 400],
      ['x', 400],
    ] as const)
      expect((await admin.get(url(`?years=${years}`))).status).toBe(pointer);
    const refused = await admin.patch(`/sites/${site.id}`, { settings: { retention_years: 0 } });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/settings/retention_years']);
    expect(NOW.slice(0, 10)).toBe('2026-11-21');
  });
});
