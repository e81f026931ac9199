import { expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const { lodge, site, desk, manager } = await useLodge({ desk: 'reception', manager: 'manager' });

const sent = async (path: string, body: object) => {
  const answer = await manager.post(path, { site: site.id, ...body });
  expect([answer.text, answer.status]).toEqual([answer.text, 200]);
  return answer.body;
};
const book = async (
  contract_start: string,
  contract_end: string | null,
  location?: string,
  additional: string[] = [],
) =>
  (
    await sent('/bookings', {
      lead_person: await lodge.make.student(site),
      additional_people: additional,
      location: location ?? (await lodge.make.room(site)),
      contract_start,
      contract_end,
    })
  )._id as string;
const move = (id: string, type: string, more = {}) => sent(`/bookings/${id}/transitions`, { type, ...more });

type List = { entries: { _id: string }[] };
/** In which lists a booking is on a day, and whether `in_house_on` finds it. */
const listsOf = async (id: string, on: string, query = '') => {
  const { body } = await desk.get(`/sites/${site.id}/day?on=${on}${query}`);
  const lists: Record<string, List> = { due: body.arrivals.due, late: body.arrivals.late, done: body.arrivals.done, in_house: body.in_house }; // prettier-ignore
  const found = Object.keys(lists).filter((name) => lists[name]?.entries.some(({ _id }) => _id === id));
  const there = await desk.get(`/bookings?site=${site.id}&limit=200&in_house_on=${on}`);
  if (query === '') expect([on, there.body.data.some((each: { _id: string }) => each._id === id)]).toEqual([on, found.includes('in_house')]); // prettier-ignore
  return found;
};
const isOn = async (id: string, days: Record<string, string[]>, query = '') => {
  for (const [on, lists] of Object.entries(days))
    expect([on, await listsOf(id, `2026-11-${on}`, query)]).toEqual([on, lists]);
};

test('somebody who comes six days late was due, then late, and in house from the day of the check-in only', async () => {
  const id = await book('2026-11-15', '2026-11-30');
  await isOn(id, { 14: [], 15: ['due'], 16: ['late'], 20: ['late'], 21: ['late'] });
  await move(id, 'check_in');
  await isOn(id, { 14: [], 15: ['due'], 16: ['late'], 20: ['late'], 21: ['done', 'in_house'], 22: ['in_house'] });
  await move(id, 'undo_check_in', { notes: 'somebody else' });
  await isOn(id, { 15: ['due'], 20: ['late'], 21: ['late'] });
});

test('a check-in that is recorded later counts from when it happened, also after the check-out and with as_of', async () => {
  const id = await book('2026-11-15', '2026-11-30');
  lodge.clock.set('2026-11-21T12:05:00Z');
  await move(id, 'check_in', { occurred_at: '2026-11-18T22:00:00Z', notes: 'at the night desk' });
  const stay = { 15: ['due'], 17: ['late'], 18: ['done', 'in_house'], 19: ['in_house'] };
  await isOn(id, stay);
  lodge.clock.set('2026-11-21T12:10:00Z');
  await move(id, 'check_out', { occurred_at: '2026-11-20T10:00:00Z' });
  lodge.clock.set('2026-11-21T12:15:00Z');
  await isOn(id, { ...stay, 20: [], 21: [] });
  await isOn(id, { ...stay, 20: ['in_house'] }, '&as_of=2026-11-21T12:07:00Z');
  await isOn(id, { 17: ['late'], 18: ['late'], 20: ['late'], 21: ['late'] }, '&as_of=2026-11-21T12:02:00Z');
  lodge.clock.set('2026-11-21T12:00:00Z');
});

test('somebody who came early was never due, and somebody without an end is late until the arrival', async () => {
  await lodge.sql('UPDATE sites SET early_check_in_days = 1 WHERE id = $1', [site.id]);
  const early = await book('2026-11-20', '2026-11-30');
  await move(early, 'check_in', { occurred_at: '2026-11-19T16:00:00Z', notes: 'came early' });
  await isOn(early, { 18: [], 19: ['done', 'in_house'], 20: ['in_house'] });
  const open = await book('2026-11-19', null);
  await move(open, 'check_in');
  await isOn(open, { 19: ['due'], 20: ['late'], 21: ['done', 'in_house'] });
});

test('a guest who never came was due on the first day and late until the last night, and is not expected any more', async () => {
  const id = await book('2026-11-15', '2026-11-19');
  await isOn(id, { 14: [], 15: ['due'], 16: ['late'], 18: ['late'], 19: [], 21: [] });
});

test('a planned move is listed for the building that it leaves, for the one that it goes to, and for no other', async () => {
  const house = (name: string) => lodge.make.location(site.id, site.buildingType, { name });
  const [from, to, other] = [await house('North'), await house('West'), await house('South')];
  const [here, there] = [await lodge.make.room(site, { parent_id: from }), await lodge.make.room(site, { parent_id: to })]; // prettier-ignore
  const id = await book('2026-11-15', '2026-11-30', here);
  await move(id, 'check_in');
  await sent(`/bookings/${id}/moves`, { location: there, on: '2026-11-25' });
  for (const query of ['', '&as_of=2026-11-21T12:00:00Z'])
    for (const [tree, count] of [[from, 1], [to, 1], [there, 1], [here, 1], [other, 0]] as const) {
      const { body } = await desk.get(`/sites/${site.id}/day?on=2026-11-25&location_tree=${tree}${query}`);
      expect([tree, body.planned_moves.count]).toEqual([tree, count]);
      if (count === 1) expect(body.planned_moves).toMatchObject({ by_building: [{ building: from, count: 1 }], entries: [{ _id: id, from_location: here, to_location: there }] }); // prettier-ignore
    } // prettier-ignore
});

test('students in house in a building are those whose stay is there, lead or additional, whatever their home says', async () => {
  const house = (name: string) => lodge.make.location(site.id, site.buildingType, { name });
  const [one, other] = [await house('East'), await house('Far')];
  const [here, there] = [await lodge.make.room(site, { parent_id: one }), await lodge.make.room(site, { parent_id: other })]; // prettier-ignore
  const [ada, bob] = [await lodge.make.student(site, { location_id: here }), await lodge.make.student(site)];
  const stay = { contract_start: '2026-11-20', contract_end: '2026-11-30', status: 'checked_in' };
  await sent('/bookings', { ...stay, lead_person: ada, additional_people: [bob], location: here });
  await sent('/bookings', { ...stay, lead_person: ada, location: there });
  const moved = { first_name: 'Bob', last_name: 'Ross', location: other };
  expect((await manager.patch(`/students/${site.id}/${bob}`, moved)).status).toBe(200);
  const found = async (query: string) =>
    (await desk.get(`/students/${site.id}?${query}`)).body.map(({ _id }: { _id: string }) => _id).sort();
  const both = [ada, bob].sort();
  expect(await found(`in_house=true&location_tree=${one}`)).toEqual(both);
  expect(await found(`in_house=true&location_tree=${there}`)).toEqual([ada]);
  expect(await found(`in_house=false&location_tree=${other}`)).toEqual([]);
  expect(await found(`location_tree=${other}`)).toContain(bob);
  const rolled = async (tree: string) =>
    (await desk.get(`/sites/${site.id}/roll-call?location_tree=${tree}`)).body.count;
  expect(await rolled(one)).toBe(2);
  const csv = (await desk.get(`/students/${site.id}/export-csv?in_house=true&location_tree=${one}`)).text;
  expect(csv.trim().split('\n')).toHaveLength(3);
});
