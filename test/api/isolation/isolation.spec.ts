import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { may, type Permission, type Role, ROLES } from '#libs/accounts/access/permissions';
import { type Operation, operations } from '../../support/contract.js';
import { type Place, placesOf } from '../../support/id-places.js';
import { type Answer, Lodge } from '../../support/lodge.js';
import { mannWhitney } from '../../support/mann-whitney.js';
import { requestWith } from '../../support/place-requests.js';
import { makeTenant, type Tenant } from '../../support/tenant.js';

const UNKNOWN = '01999999-9999-7999-9999-999999999999';

// They take no id, so that nothing of another tenant can be named. A new one is to be looked at, and listed.
const WITHOUT_PLACES = [
  'GET /health/live',
  'GET /health/ready',
  'GET /health/startup',
  'POST /users/sessions',
  'DELETE /users/sessions',
  'POST /users/sessions/refresh',
  'POST /users/password-reset/request',
  'POST /users/password-reset/reset',
  'POST /users/avatar',
  'GET /users/@me',
  'GET /users/@me/sessions',
  'DELETE /users/@me/sessions',
  'GET /users/@me/api-keys',
  'GET /users/@me/invitations',
  'GET /audit',
  // Its token is the credential.
  'GET /calendars/feed.ics',
  'GET /events',
  'GET /sites',
  'GET /students',
  'POST /sites',
];

// The responses of these are checked in specs with a worker or a picture, and where only the requester may read them.
const ELSEWHERE = [
  // Its rows are resolved by the worker, after the response.
  'POST /bookings/import/commit',
  'GET /jobs/{jobId}/events',
  'GET /sites/{siteId}/events/stream',
  'GET /documents/{documentId}/file',
  'GET /pictures/{pictureId}',
  'GET /sites/{siteId}/logo',
];

const ACCOUNT = ['session', 'session_or_key'];
/** A caller in the first site: one of each role, the owner, and an API key of the owner for that site only. */
type CallerName = Role | 'owner' | 'key';
const CALLERS: CallerName[] = [...ROLES, 'owner', 'key'];

describe('a tenant and the ids of another', () => {
  let lodge: Lodge;
  let mine: Tenant;
  let theirs: Tenant;
  const credentials: Partial<Record<CallerName, Record<string, string>>> = {};
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    [mine, theirs] = [await makeTenant(lodge), await makeTenant(lodge)];
    for (const role of ROLES) {
      const { email } = await lodge.make.user({ roles: { [mine.site.id]: role } });
      credentials[role] = { cookie: (await lodge.logIn(email)).cookie };
    }
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    credentials.owner = { cookie: owner.cookie };
    const scopes = [{ site: mine.site.id, role: 'admin' }];
    const { key } = (await owner.post('/users/@me/api-keys', { name: 'Key', scopes })).body;
    credentials.key = { authorization: `Bearer ${key}` };
  });
  afterAll(() => lodge.stop());

  /** Sends a request in which every id is one's own but that of the place. */
  function ask(caller: CallerName, operation: Operation, place?: Place, id = ''): Promise<Answer> {
    const { method, url, body } = requestWith(operation, mine.ids, place, id);
    return lodge.call(method, url, body, credentials[caller]);
  }

  const withPlaces = operations.filter(
    (operation) =>
      operation.permission !== 'public' &&
      placesOf(operation).length > 0 &&
      operation.name !== 'POST /bookings/import/commit',
  );
  const named = (list: Operation[]) => list.map((operation) => [operation.name, operation] as const);

  test.each(named(withPlaces))('%s: a foreign id is as unknown as none, and nothing changes', async (_, operation) => {
    const before = await fingerprints();
    for (const caller of CALLERS) {
      for (const place of placesOf(operation)) {
        // The owner of the installation is at home everywhere.
        if (caller === 'owner' && (place.kind === 'site' || place.path[0] === 'jobId')) continue;
        const foreign = await ask(caller, operation, place, theirs.ids[place.kind]);
        const unknown = await ask(caller, operation, place, UNKNOWN);
        const where = `${caller}, ${place.in} /${place.path.join('/')}`;
        expect({ where, ...plain(foreign, theirs.ids[place.kind]) }).toEqual({ where, ...plain(unknown, UNKNOWN) });
        expect({ where, stopped: foreign.text, by: stopOf(caller, operation, place, foreign) }).toEqual({
          where,
          stopped: foreign.text,
          by: expect.stringMatching(/^the (place|role)$/),
        });
      }
    }
    expect(await fingerprints()).toEqual(before);
  });

  const answering = withPlaces.filter(({ method, name }) => method === 'GET' && !ELSEWHERE.includes(name));

  test.each(named(answering))('%s answers with own ids, and names nothing of another', async (_, operation) => {
    for (const caller of CALLERS) {
      const answer = await ask(caller, operation);
      // No worker prints here: a caller with the permission gets the address of the future document.
      const status = answer.body?.code === 'job_timeout' ? 200 : answer.status;
      expect([caller, status]).toEqual([caller, isAllowed(caller, operation.permission) ? 200 : 403]);
      expect(Object.values(theirs.ids).filter((id) => answer.text.includes(id))).toEqual([]);
    }
  });

  test('lists of the own account name nothing of another', async () => {
    for (const url of ['/users/@me', '/sites', '/users/@me/sessions', '/users/@me/api-keys']) {
      const answer = await lodge.call('GET', url, undefined, credentials.admin);
      expect(answer.status).toBe(200);
      expect(Object.values(theirs.ids).filter((id) => answer.text.includes(id))).toEqual([]);
    }
  });

  test('every operation says who may call it, and has a place here or a reason to have none', () => {
    expect(operations.filter(({ permission }) => !permission).map(({ name }) => name)).toEqual([]);
    const placeless = operations.filter((operation) => placesOf(operation).length === 0);
    expect(placeless.map(({ name }) => name).sort()).toEqual([...WITHOUT_PLACES].sort());
  });

  test.each(['GET /bookings/{bookingId}', 'GET /students/{siteId}/{userId}', 'GET /sites/{siteId}'])(
    '%s takes as long for a foreign id as for an unknown one',
    async (name) => {
      const operation = operations.find((each) => each.name === name) as Operation;
      const place = placesOf(operation).findLast(({ in: where }) => where === 'path') as Place;
      const [foreign, unknown]: number[][] = [[], []];
      for (let index = 0; index < 240; index++) {
        const began = performance.now();
        await ask('manager', operation, place, index % 2 ? theirs.ids[place.kind] : UNKNOWN);
        if (index >= 40) (index % 2 ? foreign : unknown)?.push(performance.now() - began);
      }
      // One more statement makes it smaller than 10^-9; chance alone goes below 0.0005 in one run of 700.
      expect(mannWhitney(foreign as number[], unknown as number[])).toBeGreaterThan(0.00001);
    },
  );

  /** What stopped a request: it must be the foreign id, or the role before that, and not some other fault in it. */
  function stopOf(caller: CallerName, { permission }: Operation, place: Place, { status, text, body }: Answer): string {
    if (status === 403) return isAllowed(caller, body.required_permission) ? 'another fault' : 'the role';
    if (status === 404) return 'the place';
    if (place.kind === 'site' && !ACCOUNT.includes(permission ?? '')) return 'nothing';
    if (place.in === 'query' && status === 200) return 'the place';
    if (place.path.at(-1) === 'location' && text.includes('"cause":"location_not_found"')) return 'the place';
    const blame = [
      `/${place.path.join('/')}`,
      `"pointer":"${place.path.join('/')}"`,
      'override_not_applicable',
      '"code":"not_found"',
    ];
    return (status === 422 || status === 409 || /"outcome":"failed"/.test(text)) &&
      blame.some((each) => text.includes(each))
      ? 'the place'
      : 'another fault';
  }

  function isAllowed(caller: CallerName, permission = ''): boolean {
    if (permission === 'session_or_key') return true;
    if (permission === 'session') return caller !== 'key';
    return may(caller === 'owner' || caller === 'key' ? 'admin' : caller, permission as Permission);
  }

  const plain = ({ status, body, text }: Answer, id: string) => ({
    status,
    text: (body ? JSON.stringify({ ...body, instance: '' }) : text).replaceAll(id, '<id>'),
  });

  /** What every table has of both tenants. */
  async function fingerprints(): Promise<unknown[]> {
    // An export is written down, also one that a filter leaves empty, and so are, seconds later, earlier reads of welfare data.
    const unlessExported = (table: string) =>
      table === 'audit_events' ? `AND t.action NOT LIKE ALL ('{%.exported,%.welfare_read}')` : '';
    const tables = await lodge.sql<{ name: string; by_site: boolean }>(
      `SELECT table_name AS name, bool_or(column_name = 'site_id') AS by_site FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name IN ('site_id', 'user_id')
         -- They repeat the ids of what the trails hold.
         AND table_name NOT IN ('event_queue', 'event_journal') GROUP BY table_name ORDER BY 1`,
    );
    const hashes = tables.map(({ name, by_site: bySite }) => {
      const of = bySite ? 'site_id = ANY ($1)' : 'user_id IN (SELECT id FROM users WHERE email = ANY ($2))';
      const text = `md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), ''))`;
      return `SELECT '${name}' AS table, ${text} AS hash FROM ${name} t WHERE ($1::uuid[], $2::text[]) IS NOT NULL AND ${of} ${unlessExported(name)}`;
    });
    const both = [mine, theirs];
    return lodge.sql(hashes.join(' UNION ALL '), [both.map(({ site }) => site.id), both.map(({ email }) => email)]);
  }
});
