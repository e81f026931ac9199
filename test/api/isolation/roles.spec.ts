import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS, type Role, ROLES } from '#libs/accounts/access/permissions';
import type { SiteFixture } from '../../support/factory.js';
import { operations, urlOf } from '../../support/contract.js';
import { bodyFor, EVERY_KIND, type Kind, placesOf } from '../../support/id-places.js';
import { Lodge } from '../../support/lodge.js';

const UNKNOWN = '01999999-9999-7999-9999-999999999999';
const ACCOUNT = ['public', 'session', 'session_or_key', 'owner'];

// What was agreed, written down a second time: a slip in the table of the code shows here.
const AGREED: [roles: Role[], permissions: string][] = [
  [
    ['viewer', 'reception', 'welfare', 'manager', 'admin'],
    'site.read booking.read booking.correct student.read location_type.read sla.read event.read',
  ],
  [
    ['reception', 'manager', 'admin'],
    'booking.write booking.transition booking.preview booking.export booking.reinstate booking.swap student.export waiting_list.write',
  ],
  [
    ['manager', 'admin'],
    'booking.bulk booking.import booking.override booking.void booking.undo booking.backdate departure_slot.write closure.write calendar_feed.write',
  ],
  [['reception', 'welfare', 'manager', 'admin'], 'student.write student.birth_date roll_call.read'],
  [['manager', 'admin'], 'student.delete student.merge student.erase student.data student.import member.read'],
  [['welfare', 'manager', 'admin'], 'student.welfare'],
  [
    ['admin'],
    'location_type.write location.write list.write sla.write member.write site.write audit.read webhook.write',
  ],
];

describe('roles', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  const sessions: Partial<Record<Role, Record<string, string>>> = {};
  const keys: Partial<Record<Role, Record<string, string>>> = {};
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    site = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    for (const role of ROLES) {
      const { email } = await lodge.make.user({ roles: { [site.id]: role } });
      sessions[role] = { cookie: (await lodge.logIn(email)).cookie };
      const made = await owner.post('/users/@me/api-keys', { name: role, scopes: [{ site: site.id, role }] });
      keys[role] = { authorization: `Bearer ${made.body.key}` };
    }
  });
  afterAll(() => lodge.stop());

  test.each(Object.entries(PERMISSIONS))('%s belongs to the roles that were agreed', (permission, roles) => {
    const [agreed] = AGREED.find(([, names]) => names.split(' ').includes(permission)) ?? [];
    expect([...roles].sort()).toEqual([...(agreed ?? ['say in AGREED whose it is'])].sort());
  });

  const inSite = operations.filter(({ permission = '' }) => !ACCOUNT.includes(permission));

  test.each(inSite.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    const permission = operation.permission as keyof typeof PERMISSIONS;
    // Nothing but the site exists, so that callers with the permission change nothing.
    const ids = Object.fromEntries(EVERY_KIND.map((kind) => [kind, UNKNOWN])) as Record<Kind, string>;
    ids.site = site.id;
    const kinds = new Map(placesOf(operation).map(({ path, kind }) => [path[0], kind]));
    const values = (where: string) =>
      Object.fromEntries(
        operation.parameters
          .filter((each) => each.in === where && each.required)
          .map(({ name }) => [name, ids[kinds.get(name) as Kind]]),
      );
    // A stream ends when its request says so.
    const query = { ...values('query'), ...(operation.name.endsWith('/stream') && { seconds: '1' }) };
    const url = urlOf(operation, values('path'), query);
    // Without its fields a write is stopped by its validation, which comes after the role.
    const body =
      operation.body && (values('path').siteId ? {} : { site: (bodyFor(operation, ids) as { site: string }).site });
    for (const role of ROLES) {
      const allowed = (PERMISSIONS[permission] as readonly Role[]).includes(role);
      for (const credentials of [sessions[role], keys[role]]) {
        const answer = await lodge.call(operation.method, url, body, credentials);
        const refused = answer.status === 403 && answer.body.required_permission === permission;
        expect([role, answer.status, refused]).toEqual([role, answer.status, !allowed]);
        expect(answer.status).not.toBe(401);
        // No worker prints here, so a caller with the permission gets the address of the future document.
        if (answer.body?.code !== 'job_timeout') expect(answer.status).toBeLessThan(500);
      }
    }
  });
});
