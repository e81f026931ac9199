import { expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026, and of the next days.
const { lodge, site } = await useLodge({});
const email = (await lodge.make.user({ roles: { [site.id]: 'admin' } })).email;

const at = async (day: number, hour = 12) => {
  lodge.clock.set(`2026-11-${day}T${hour}:00:00Z`);
  return lodge.logIn(email);
};
const send = async (day: number, path: string, body: object) => {
  const answer = await (await at(day)).post(path, { ...(path.startsWith('/sites') ? {} : { site: site.id }), ...body });
  expect([answer.text, answer.status]).toEqual([answer.text, 200]);
  return answer.body;
};
const book = async (
  day: number,
  location: string,
  contract_start: string,
  contract_end: string,
  status = 'confirmed',
) => {
  const lead_person = await lodge.make.student(site);
  return (await send(day, '/bookings', { lead_person, location, contract_start, contract_end, status }))._id as string;
};
const change = (day: number, id: string, body: object) =>
  send(day, `/bookings/${id}/transitions`, { notes: 'as it was', ...body });
/** The stays that were returned at an instant, and those that `as_of` returns for it later. */
const kept: { id: string; instant: string; stays: unknown }[] = [];
const look = async (day: number, id: string) => {
  const client = await at(day, 13);
  const { stays } = (await client.get(`/bookings/${id}?site=${site.id}`)).body;
  kept.push({ id, instant: lodge.clock.now().toISOString(), stays });
  return (stays as { from: string; to: string; state: string }[]).map(({ from, to, state }) =>
    [from, to, state].join(' '),
  );
};
const recall = async () => {
  const client = await at(28);
  for (const { id, instant, stays } of kept.splice(0)) {
    const { body } = await client.get(`/bookings/${id}?site=${site.id}&as_of=${instant}`);
    expect([instant, body.stays]).toEqual([instant, stays]);
  }
};

test('somebody late to leave had the night, unless a guest, a closure or guests in all beds had it', async () => {
  const [alone, guest, closed] = await Promise.all([1, 2, 3].map(() => lodge.make.room(site)));
  const [twin, full] = await Promise.all([1, 2].map(() => lodge.make.room(site, { capacity: 2 })));
  const rooms = [alone, guest, closed, twin, full] as string[];
  await book(21, twin as string, '2026-11-21', '2026-11-30', 'checked_in');
  const ids: string[] = [];
  for (const room of rooms) ids.push(await book(21, room, '2026-11-21', '2026-11-23', 'checked_in'));
  const nextOf = new Map<string, string>();
  for (const room of [guest, full, full] as string[])
    nextOf.set(room, await book(21, room, '2026-11-24', room === guest ? '2026-11-27' : '2026-11-25'));
  const closure = { location: closed, from: '2026-11-24', to: '2026-11-25', kind: 'maintenance' };
  await send(21, `/sites/${site.id}/closures`, closure);
  const ends = async (day: number) => {
    const days = [];
    for (const id of ids) days.push((await look(day, id))[0]?.slice(19, 21));
    return days;
  };
  expect(await ends(23)).toEqual(['23', '23', '23', '23', '23']);
  expect(await ends(24)).toEqual(['25', '24', '24', '25', '24']);
  // The guest does not come.
  await change(25, nextOf.get(guest as string) as string, { type: 'cancel', cancellation_code: 'data_entry_error' });
  expect(await ends(25)).toEqual(['26', '26', '26', '26', '26']);
  for (const id of ids) await change(26, id, { type: 'check_out' });
  await recall();
});

test('a stay that was over, voided and reinstated has the rooms that it had', async () => {
  const [old, next] = [await lodge.make.room(site), await lodge.make.room(site)];
  const id = await book(21, old, '2026-11-21', '2026-11-30', 'checked_in');
  await send(23, `/bookings/${id}/moves`, { location: next });
  await change(25, id, { type: 'check_out' });
  await change(25, id, { type: 'void', cancellation_code: 'data_entry_error' });
  await look(25, id);
  await change(26, id, { type: 'reinstate' });
  expect(await look(26, id)).toEqual(['2026-11-21 2026-11-23 left', '2026-11-23 2026-11-25 left']);
  await recall();
});

test('a check-out that was dated before a move, and taken back, left the nights as they were', async () => {
  const [old, next] = [await lodge.make.room(site), await lodge.make.room(site)];
  const id = await book(21, old, '2026-11-21', '2026-11-30', 'checked_in');
  await send(24, `/bookings/${id}/moves`, { location: next });
  await change(25, id, { type: 'check_out', occurred_at: '2026-11-23T09:00:00Z' });
  expect(await look(25, id)).toEqual(['2026-11-21 2026-11-23 left']);
  await change(26, id, { type: 'undo_check_out' });
  expect(await look(26, id)).toEqual(['2026-11-21 2026-11-24 left', '2026-11-24 2026-11-30 in_house']);
  await recall();
});

test.each([
  ['back on the same day', 21, ['2026-11-18 2026-11-30 in_house']],
  ['on some days later', 23, ['2026-11-18 2026-11-23 left', '2026-11-23 2026-11-30 in_house']],
])(
  'a room that was left on the day of the arrival, %s, had no night also when the start was put back',
  async (_, day, stays) => {
    const [old, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const id = await book(21, old, '2026-11-21', '2026-11-30', 'checked_in');
    await send(21, `/bookings/${id}/moves`, { location: next });
    await send(day, `/bookings/${id}/moves`, { location: old });
    const put = await (await at(day)).patch(`/bookings/${id}`, { site: site.id, contract_start: '2026-11-18' });
    expect([put.text, put.status]).toEqual([put.text, 200]);
    expect(await look(day, id)).toEqual(stays);
    await recall();
  },
);
