import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ROLES } from '#libs/accounts/access/permissions';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

const UNKNOWN = '01999999-9999-7999-9999-999999999999';
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
  day,
  from: '09:00',
  to: '17:00',
}));

describe('POST /sla-policies/{siteId}/evaluate', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let category: string;
  let url: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(() => lodge.stop());
  beforeEach(async () => {
    site = await lodge.make.site({ business_hours: JSON.stringify(WEEK) });
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    category = await lodge.make.listEntry('categories', site.id);
    url = `/sla-policies/${site.id}/evaluate`;
  });

  const policy = async (targets: object, more = {}) => {
    const body = { name: 'Plumbing', category_ids: [category], targets, ...more };
    const answer = await admin.post(`/sla-policies/${site.id}`, body);
    expect(answer.status).toBe(200);
    return answer.body._id as string;
  };
  const evaluate = (body: object) => admin.post(url, { category_id: category, ...body });

  test('answers each target, and null for one that is not set', async () => {
    const _id = await policy({
      first_response: { hours: 4, minutes: 30 },
      resolution: { hours: 16 },
      business_hours_only: true,
    });
    const answer = await evaluate({
      opened_at: '2026-11-19T16:00:00Z',
      events: [{ type: 'first_response', at: '2026-11-20T10:00:00Z' }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      policy: { _id, name: 'Plumbing' },
      category_id: category,
      opened_at: '2026-11-19T16:00:00.000Z',
      now: NOW,
      state: 'running',
      business_hours_only: true,
      targets: {
        first_response: {
          due_at: '2026-11-20T12:30:00.000Z',
          remaining: 9000,
          breached: false,
          met_at: '2026-11-20T10:00:00.000Z',
        },
        resolution: { due_at: '2026-11-23T16:00:00.000Z', remaining: 25_200, breached: false, met_at: null },
        escalation: null,
      },
    });
  });

  test('follows the calendar as it is now: hours, holidays, zone', async () => {
    await policy({ resolution: { hours: 2 }, business_hours_only: true });
    const due = async () => {
      const { body } = await evaluate({ opened_at: '2026-12-24T16:00:00Z' });
      return body.targets.resolution.due_at as string;
    };
    expect(await due()).toBe('2026-12-25T10:00:00.000Z');
    await admin.patch(`/sites/${site.id}`, { holidays: [{ date: '2026-12-25' }] });
    expect(await due()).toBe('2026-12-28T10:00:00.000Z');
    await admin.patch(`/sites/${site.id}`, { business_hours: [{ day: 'saturday', from: '10:00', to: '10:30' }] });
    expect(await due()).toBe('2027-01-16T10:30:00.000Z');
    await admin.patch(`/sites/${site.id}`, { time_zone: 'Asia/Kathmandu' });
    expect(await due()).toBe('2027-01-16T04:45:00.000Z');
  });

  test('reads times without an offset in the zone of the site, and events in any order', async () => {
    await lodge.sql(`UPDATE sites SET time_zone = 'America/New_York' WHERE id = $1`, [site.id]);
    await policy({ resolution: { hours: 10 } });
    const { body } = await evaluate({
      opened_at: '2026-11-20T09:00:00',
      now: '2026-11-21T09:00:00-05:00',
      events: [
        { type: 'resume', at: '2026-11-20T12:00:00' },
        { type: 'pause', at: '2026-11-20T15:00:00Z' },
      ],
    });
    expect(body).toMatchObject({
      opened_at: '2026-11-20T14:00:00.000Z',
      now: '2026-11-21T14:00:00.000Z',
      targets: { resolution: { due_at: '2026-11-21T02:00:00.000Z', remaining: -43_200, breached: true } },
    });
  });

  test('has no due time while it is paused', async () => {
    await policy({ resolution: { hours: 48 } });
    const { body } = await evaluate({
      opened_at: '2026-11-20T12:00:00Z',
      events: [{ type: 'pause', at: '2026-11-20T13:00:00Z' }],
    });
    expect(body).toMatchObject({ state: 'paused', targets: { resolution: { due_at: null, remaining: 47 * 3600 } } });
  });

  test('points at every event that makes no sense', async () => {
    await policy({ resolution: { hours: 48 } });
    const answer = await evaluate({
      opened_at: '2026-11-20T12:00:00Z',
      events: [
        { type: 'resolve', at: '2026-11-20T15:00:00Z' },
        { type: 'resume', at: '2026-11-20T13:00:00Z' },
        { type: 'pause', at: '2026-11-20T11:59:59Z' },
        { type: 'first_response', at: '2026-11-20T15:00:01Z' },
        { type: 'first_response', at: '2026-11-20T14:00:00Z' },
      ],
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_events' } });
    const pointers = (answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/events/1', '/events/2', '/events/3']);
  });

  test.each([
    [{ opened_at: undefined }, '/opened_at'],
    [{ opened_at: '2026-11-20' }, '/opened_at'],
    [{ opened_at: '2026-02-29T10:00:00Z' }, '/opened_at'],
    [{ opened_at: '1999-12-31T10:00:00Z' }, '/opened_at'],
    [{ now: 'now' }, '/now'],
    [{ events: 'none' }, '/events'],
    [{ events: [{ type: 'reopen', at: '2026-11-20T12:00:00Z' }] }, '/events/0/type'],
    [{ events: [{ type: 'pause' }] }, '/events/0/at'],
    [{ category_id: 7 }, '/category_id'],
    [{ site: 'x' }, '/site'],
  ])('answers 400 for %j', async (fault, pointer) => {
    expect(await evaluate({ opened_at: '2026-11-20T12:00:00Z', ...fault })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
  });

  test('answers 422 for a category that the site does not have', async () => {
    const other = await lodge.make.listEntry('categories', (await lodge.make.site()).id);
    for (const category_id of [other, UNKNOWN, 'nonsense'])
      expect(await evaluate({ category_id, opened_at: NOW })).toMatchObject({
        status: 422,
        body: { code: 'unknown_reference', errors: [{ pointer: '/category_id' }] },
      });
  });

  test('answers 404 when no enabled policy covers the category', async () => {
    const uncovered = { status: 404, body: { code: 'category_not_covered' } };
    expect(await evaluate({ opened_at: NOW })).toMatchObject(uncovered);
    const id = await policy({ resolution: { hours: 1 } }, { enabled: false });
    expect(await evaluate({ opened_at: NOW })).toMatchObject(uncovered);
    await admin.put(`/sla-policies/${site.id}/${id}`, { enabled: true });
    expect((await evaluate({ opened_at: NOW, category_id: category.toUpperCase() })).status).toBe(200);
  });

  test('may be asked by every role, in the own site only', async () => {
    await policy({ resolution: { hours: 1 } });
    for (const role of ROLES) {
      const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
      expect((await client.post(url, { category_id: category, opened_at: NOW })).status).toBe(200);
    }
    const other = await lodge.make.site();
    const stranger = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    expect((await stranger.post(url, { category_id: category, opened_at: NOW })).status).toBe(404);
    const body = { category_id: category, opened_at: NOW };
    expect((await stranger.post(`/sla-policies/${other.id}/evaluate`, body)).status).toBe(422);
  });

  test('agrees with the whole table of worked cases', async () => {
    const { weeks, cases } = JSON.parse(readFileSync('test/rules/sla-cases.json', 'utf8'));
    const id = await policy({ resolution: { hours: 1 } });
    for (const one of cases) {
      await lodge.sql(
        `UPDATE sites SET time_zone = $2, business_hours = $3, holidays = $4, version = version + 1 WHERE id = $1`,
        [
          site.id,
          one.zone,
          JSON.stringify(weeks[one.week]),
          JSON.stringify(one.holidays.map((date: string) => ({ date, name: null }))),
        ],
      );
      const length = { hours: Math.floor(one.minutes / 60), minutes: one.minutes % 60 };
      const targets = { [one.target]: length, business_hours_only: one.hours_only };
      expect((await admin.put(`/sla-policies/${site.id}/${id}`, { targets })).status).toBe(200);
      const { opened_at, events, now } = one;
      const { body } = await evaluate({ opened_at, events, now });
      expect(body.targets[one.target]).toEqual(one.expected);
    }
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });
});
