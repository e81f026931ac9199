import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lodge } from '../../support/lodge.js';

let lodge: Lodge;
beforeAll(async () => {
  lodge = await Lodge.start();
});
afterAll(() => lodge.stop());

test('llms.txt and every page that it names are there, for every caller', async () => {
  const { status, text } = await lodge.call('GET', '/llms.txt');
  expect(status).toBe(200);
  const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path);
  expect(links.filter((path) => path.startsWith('/reference/')).length).toBeGreaterThan(15);
  for (const path of new Set(links)) {
    const page = await lodge.call('GET', path);
    expect([path, page.status]).toEqual([path, 200]);
    if (path.endsWith('.md')) expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8');
  }
  expect((await lodge.call('GET', '/reference/bookings.md')).text).toContain('## Book a room\n\n`POST /bookings`');
  expect((await lodge.call('GET', '/reference/nothing.md')).status).toBe(404);
});
