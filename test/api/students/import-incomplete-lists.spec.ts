import { beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../../support/lodge.js';
import { siteOfRooms } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
let manager: Client;
const make = (number: number) => place.make(`IL${100 + number}`, `Ada${'abcdefghijklmnop'[number]}`, 'Byron', 'M101', { email: `ada${number}@uni.example` }); // prettier-ignore
beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101');
  manager = place.manager;
  for (let number = 0; number < 9; number++) await make(number);
});

const exported = async (): Promise<string> => (await manager.get(`/students/${place.site.id}/export-csv`)).text;
const send = (list: string, more = '') => manager.post(`/students/${place.site.id}/import?type=full${more}`, list, { 'content-type': 'text/csv' }); // prettier-ignore
const active = () => lodge.sql('SELECT student_id FROM students WHERE site_id = $1 AND active ORDER BY 1', [place.site.id]); // prettier-ignore

test('a full list that ends in the middle of a line deactivates nobody before the number is confirmed', async () => {
  const lines = (await exported()).trimEnd().split('\n');
  const list = [...lines.slice(0, -2), String(lines.at(-2)).split(',').slice(0, 3).join(',')].join('\n');
  const before = await active();
  expect(await send(list)).toMatchObject({ status: 409, body: { code: 'deactivation_threshold_exceeded', deactivations: 1 } }); // prettier-ignore
  expect(await active()).toEqual(before);
  expect(await send(lines.slice(0, -1).join('\n'))).toMatchObject({ status: 200 });
  expect((await active()).length).toBe(before.length - 1);
});

test('an export that is older than a student deactivates nobody before the number is confirmed', async () => {
  const list = await exported();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await make(12);
  const before = await active();
  expect(await send(list)).toMatchObject({ status: 409, body: { deactivations: 1, detail: expect.stringContaining('were added after') } }); // prettier-ignore
  expect(await active()).toEqual(before);
  expect(await send(list, '&confirm_deactivations=1')).toMatchObject({ status: 200 });
  expect((await active()).length).toBe(before.length - 1);
});
