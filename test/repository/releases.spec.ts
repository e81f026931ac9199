import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { asOpenApi30 } from '#apps/docs/openapi-31';
import { changelogText } from '#apps/docs/changelog';
import { releasedVersions, writtenChangelog } from '#apps/docs/releases';
import { breaksBetween } from '../support/breaks.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the changes below reach deep into the document
type Document = any;
const read = async (file: string): Promise<Document> => {
  const read = JSON.parse(await readFile(file, 'utf8'));
  return 'openapi' in read ? asOpenApi30(read) : read;
};

let current: Document;
beforeAll(async () => {
  current = await read('openapi.json');
});

test('openapi.json keeps what every released document of its major version promised', async () => {
  const { version } = await read('package.json');
  expect(current.info.version).toBe(version);
  const major = `openapi-${version.split('.')[0]}.`;
  const released = (await readdir('docs/releases')).filter((file) => file.startsWith(major));
  expect(released.length).toBeGreaterThan(0);
  const agreed: Record<string, string> = await read('docs/releases/exceptions.json');
  for (const file of released) {
    const breaks = breaksBetween(await read(`docs/releases/${file}`), current);
    expect([file, breaks.filter((each) => !agreed[each])]).toEqual([file, []]);
    expect([file, Object.keys(agreed).filter((each) => !breaks.includes(each))]).toEqual([file, []]);
  }
});

test('CHANGELOG.md is made from the differences between releases; if not, run: npm run changelog', async () => {
  const text = await readFile('CHANGELOG.md', 'utf8');
  expect(text === (await writtenChangelog(await readFile('openapi.json', 'utf8')))).toBe(true);
  for (const version of await releasedVersions()) expect(text).toContain(`## ${version}\n`);
});

test('the changelog names new operations, parameters, fields, codes and settings, and nothing that was there before', async () => {
  const settings = ['A', 'B'];
  const before: Document = structuredClone(current);
  delete before.paths['/sites'].post;
  delete before.components.schemas.SiteSettingsResponse.properties.early_check_in_days;
  before.paths['/bookings'].get.parameters = before.paths['/bookings'].get.parameters.filter(({ name }: { name: string }) => name !== 'q'); // prettier-ignore
  before.components.schemas.CreateSiteRequest.properties = { name: {} };
  const text = changelogText(
    [{ document: before, settings: ['A', 'GONE'] }],
    { document: current, settings },
    { x: 'why' },
  );
  const [news = ''] = text.split(`## ${current.info.version}`);
  const lines = news.split('\n').filter((line) => line.startsWith('- '));
  expect(lines).toEqual(expect.arrayContaining(['- `POST /sites`: Create a site', '- `GET /bookings` has the parameters `q`', '- `GET /sites/{siteId}` returns `settings.early_check_in_days`', '- `B`', '- `GONE`', '- `x`: why'])); // prettier-ignore
  expect(lines.filter((line) => line.includes('/flags'))).toEqual([]);
});

describe('what a caller could no longer rely on', () => {
  const breaks = (change: (document: Document) => unknown): string[] => {
    const changed = structuredClone(current);
    change(changed);
    return breaksBetween(current, changed);
  };
  const site = ({ components }: Document) => components.schemas.SiteResponse;
  const create = ({ components }: Document) => components.schemas.CreateSiteRequest;
  const booking = ({ components }: Document) => components.schemas.CreateBookingRequest;
  const list = ({ paths }: Document) => paths['/bookings'].get;

  test.each<[string, (document: Document) => unknown, string | RegExp]>([
    ['an operation that is gone', (d) => delete d.paths['/bookings/{bookingId}/swap'].post, 'POST /bookings/{bookingId}/swap is gone'], // prettier-ignore
    ['a path that is gone', (d) => delete d.paths['/sites'], 'GET /sites is gone'],
    ['a public operation that needs a session', (d) => (d.paths['/users/sessions'].post.security = [{ session: [] }]), 'POST /users/sessions needs a session now'], // prettier-ignore
    ['a field of an answer that is gone', (d) => delete site(d).properties.name, 'GET /sites answer[].name is gone'],
    ['a field of an answer that is renamed', (d) => { site(d).properties.title = site(d).properties.name; delete site(d).properties.name; }, 'GET /sites answer[].name is gone'], // prettier-ignore
    ['a field of an answer that may be absent', (d) => site(d).required.splice(site(d).required.indexOf('name'), 1), 'GET /sites answer[].name may be absent now'], // prettier-ignore
    ['a field of an answer that may be null', (d) => (site(d).properties.name.nullable = true), 'GET /sites answer[].name may be null now'], // prettier-ignore
    ['a field of an answer of another type', (d) => (site(d).properties.name.type = 'integer'), 'GET /sites answer[].name: type was string, is integer'], // prettier-ignore
    ['a field within a field within an answer', (d) => delete d.components.schemas.SiteSettingsResponse.properties.early_check_in_days, /answer\[\]\.settings\.early_check_in_days is gone/], // prettier-ignore
    ['a code of a problem without its place', (d) => delete d.components.schemas.ProblemResponse.properties.code, /problem\.code is gone/], // prettier-ignore
    ['an answer of another form', (d) => { const { content } = d.paths['/bookings/export'].get.responses['200']; content['text/plain'] = content['text/csv']; delete content['text/csv']; }, 'GET /bookings/export answers no text/csv any more'], // prettier-ignore
    ['a value of an answer that is renamed', (d) => (d.components.schemas.BookingResponse.properties.status.enum[0] = 'tentative'), /status is never provisional any more/], // prettier-ignore
    ['a field that requests need', (d) => create(d).required.push('settings'), 'POST /sites application/json body.settings is required now'], // prettier-ignore
    ['a new field that requests need', (d) => { create(d).properties.town = { type: 'string' }; create(d).required.push('town'); }, 'POST /sites application/json body.town is required now'], // prettier-ignore
    ['a field that requests may not have any more', (d) => delete create(d).properties.time_zone, 'POST /sites application/json body.time_zone is gone'], // prettier-ignore
    ['a value that requests may not have any more', (d) => booking(d).properties.status.enum.pop(), 'POST /bookings application/json body.status is never checked_in any more'], // prettier-ignore
    ['a field of a request that takes no null', (d) => delete booking(d).properties.notes.nullable, 'POST /bookings application/json body.notes may no longer be null'], // prettier-ignore
    ['a tighter limit', (d) => (booking(d).properties.notes.maxLength = 100), 'POST /bookings application/json body.notes: maxLength was 4000, is 100'], // prettier-ignore
    ['a limit where there was none', (d) => (booking(d).properties.notes.minLength = 5), 'POST /bookings application/json body.notes: minLength was undefined, is 5'], // prettier-ignore
    ['another default', (d) => (booking(d).properties.status.default = 'provisional'), 'POST /bookings application/json body.status: default was confirmed, is provisional'], // prettier-ignore
    ['a parameter that is gone', (d) => list(d).parameters.splice(0, 1), /^GET \/bookings has no query \w+ any more$/],
    ['a new parameter that is needed', (d) => list(d).parameters.push({ in: 'query', name: 'zone', required: true, schema: {} }), 'GET /bookings needs query zone now'], // prettier-ignore
    ['a kind of body that is gone', (d) => delete d.paths['/bookings/import/preview'].post.requestBody.content['text/csv'], 'POST /bookings/import/preview takes no text/csv any more'], // prettier-ignore
  ])('%s', (_, change, expected) => {
    expect(breaks(change)).toContainEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });

  test.each<[string, (document: Document) => unknown]>([
    ['nothing', () => undefined],
    ['an operation', (d) => (d.paths['/new'] = { get: d.paths['/sites'].get })],
    ['a field of an answer', (d) => (site(d).properties.fresh = { type: 'string' })],
    ['a field of a request that need not be there', (d) => (create(d).properties.fresh = { type: 'string' })],
    ['a parameter that need not be there', (d) => list(d).parameters.push({ in: 'query', name: 'zone', schema: {} })],
    ['a value that requests may have', (d) => booking(d).properties.status.enum.push('maybe')],
    ['a value of an answer', (d) => d.components.schemas.BookingResponse.properties.status.enum.push('maybe')],
    ['a wider limit', (d) => (booking(d).properties.notes.maxLength = 8_000)],
    ['a request that may leave out what it had to say', (d) => booking(d).required.pop()],
    ['a request that may say null', (d) => (booking(d).properties.lead_person.nullable = true)],
    ['another text', (d) => (site(d).properties.name.description = 'What people call it')],
    ['another name of a schema', (d) => { d.components.schemas.Site = site(d); d.paths['/sites'].get.responses['200'].content['application/json'].schema.items.$ref = '#/components/schemas/Site'; }], // prettier-ignore
    ['another code of a failure', (d) => (list(d).responses['409'] = list(d).responses['400'])],
  ])('is not touched by: %s', (_, change) => {
    expect(breaks(change)).toEqual([]);
  });
});
