import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFERENCE_CODES, type ReferenceKind } from '#libs/core/http/references';
import { type Operation, operations } from '../../support/contract.js';
import { type Kind, type Place, placesOf } from '../../support/id-places.js';
import { Lodge } from '../../support/lodge.js';
import { requestWith } from '../../support/place-requests.js';
import { makeTenant, type Tenant } from '../../support/tenant.js';

/** Of which kinds people know codes. */
const CODED: Partial<Record<Kind, ReferenceKind>> = {
  location: 'location',
  student: 'student',
  booking: 'booking',
  otherBooking: 'booking',
  flag: 'flag',
  locationType: 'location_type',
  blockBooking: 'block_booking',
  welfareState: 'welfare_state',
};

// Here a place is written as people write it, by id, code, name or path; what is unknown is returned with the row and its cause.
const WITHOUT_CODES = [
  'POST /students/{site}/import body /students/0/location',
  'POST /bookings/import/commit body /resolutions/0/create_person/location',
];

interface Spot {
  operation: Operation;
  place: Place;
  name: string;
}

const spots: Spot[] = operations.flatMap((operation) =>
  placesOf(operation)
    .filter(({ in: where, kind }) => where !== 'path' && CODED[kind])
    .map((place) => ({ operation, place, name: `${operation.name} ${place.in} /${place.path.join('/')}` })),
);

describe('every place of a body or a query where an id of such a record stands', () => {
  let lodge: Lodge;
  let byId: Tenant;
  let byCode: Tenant;
  const cookies = new Map<Tenant, string>();
  const codes: Partial<Record<Kind, string[]>> = {};
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    [byId, byCode] = [await makeTenant(lodge), await makeTenant(lodge)];
    for (const tenant of [byId, byCode]) {
      await lodge.sql(`UPDATE locations SET code = 'R-' || right(name, 3) WHERE site_id = $1 AND id = $2`, [tenant.site.id, tenant.ids.location]); // prettier-ignore
      await lodge.sql(`UPDATE students SET email = 'who@' || id || '.example' WHERE id = $1`, [tenant.ids.student]);
      cookies.set(tenant, (await lodge.logIn(tenant.email)).cookie);
    }
    const read = async (kind: Kind, column: string, table: string) =>
      String((await lodge.sql<{ code: string }>(`SELECT ${column} AS code FROM ${table} WHERE id = $1`, [byCode.ids[kind]]))[0]?.code); // prettier-ignore
    codes.location = [`code:${await read('location', 'code', 'locations')}`];
    codes.student = [`student_id:${await read('student', 'student_id', 'students')}`, `email:${await read('student', 'email', 'students')}`]; // prettier-ignore
    codes.booking = [`reference:${await read('booking', 'reference', 'bookings')}`];
    codes.otherBooking = [`reference:${await read('otherBooking', 'reference', 'bookings')}`];
    for (const [kind, table] of [
      ['flag', 'flags'],
      ['locationType', 'location_types'],
      ['blockBooking', 'block_bookings'],
      ['welfareState', 'welfare_states'],
    ] as const)
      // prettier-ignore
      codes[kind] = [`name:${await read(kind, 'name', table)}`];
  });
  afterAll(() => lodge.stop());

  const send = async (tenant: Tenant, { operation, place }: Spot, id: string) => {
    const { method, url, body } = requestWith(operation, tenant.ids, place, id);
    return lodge.call(method, url, body, { cookie: cookies.get(tenant) ?? '', prefer: 'respond-async' });
  };
  const unknownAt = ({ place }: Spot): string => (place.in === 'query' ? (place.path[0] ?? '') : `/${place.path.join('/')}`); // prettier-ignore

  test('is found, and there are places of each kind', () => {
    expect(new Set(spots.map(({ place }) => CODED[place.kind]))).toEqual(new Set(Object.keys(REFERENCE_CODES)));
    expect(spots.length).toBeGreaterThan(50);
  });

  test('refuses a code that nothing has with 422, which names the place and what is like it', async () => {
    const wrong: unknown[] = [];
    for (const spot of spots)
      for (const code of codes[spot.place.kind] ?? []) {
        if (WITHOUT_CODES.includes(spot.name)) continue;
        const unknown = `${code}x`;
        const { status, body, text } = await send(byCode, spot, unknown);
        const told = body?.candidates?.find(({ pointer }: { pointer: string }) =>
          [unknownAt(spot), `${unknownAt(spot)}/0`].includes(pointer),
        );
        const isTold = status === 422 && body.code === 'unknown_reference' && told?.given === unknown;
        const isNear = told?.candidates.some(({ code: near }: { code: string }) => `${code.split(':')[0]}:${near}` === code); // prettier-ignore
        if (!isTold || !isNear) wrong.push([spot.name, unknown, status, text.slice(0, 300)]);
      }
    expect(wrong).toEqual([]);
  });

  test('refuses a text of a query that is neither an id nor a code with 422, which names the place and what is like it', async () => {
    const wrong: unknown[] = [];
    const filters = spots.filter(({ place }) => place.in === 'query');
    for (const spot of filters) {
      const [code = ''] = codes[spot.place.kind] ?? [];
      const [prefix = '', bare = ''] = code.split(/:(.*)/s);
      for (const text of [bare, `${prefix}:`, `nothing:${bare}`, 'x'.repeat(255)]) {
        const { status, body, text: answer } = await send(byCode, spot, text);
        const told = body?.candidates?.find(({ pointer }: { pointer: string }) =>
          [unknownAt(spot), `${unknownAt(spot)}/0`].includes(pointer),
        );
        const isTold = status === 422 && body.code === 'unknown_reference' && told !== undefined;
        const isNear = text !== bare || told?.candidates[0]?.code === bare;
        if (!isTold || !isNear) wrong.push([spot.name, text, status, answer.slice(0, 300)]);
      }
    }
    expect(wrong).toEqual([]);
    expect(filters.length).toBeGreaterThan(30);
  });

  test('takes the code of a record like its id: two sites that are alike respond alike', async () => {
    const wrong: unknown[] = [];
    let done = 0;
    for (const spot of spots) {
      if (WITHOUT_CODES.includes(spot.name)) continue;
      const [code = ''] = codes[spot.place.kind] ?? [];
      const [one, other] = [await send(byId, spot, byId.ids[spot.place.kind]), await send(byCode, spot, code)];
      if (one.status === 200) done++;
      const codeOf = ({ status, body }: typeof one) => (status < 300 ? undefined : body?.code);
      if (one.status !== other.status || codeOf(one) !== codeOf(other)) wrong.push([spot.name, one.status, other.status, other.text.slice(0, 300)]); // prettier-ignore
    }
    expect(wrong).toEqual([]);
    // The others are refused for what an earlier one did, such as a room that has a booking by then.
    expect(done / spots.length).toBeGreaterThan(0.6);
  });
});
