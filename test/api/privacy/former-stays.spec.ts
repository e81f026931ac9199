import { beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { hasPoppler, textOf } from '../../support/poppler.js';
import { tablesWith } from '../../support/stored-words.js';
import { startWorker } from '../../support/test-worker.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager, admin } = await useLodge(
  { manager: 'manager', admin: 'admin' },
  { settings: { DOCUMENT_WAIT_SECONDS: '120' } },
);
const STAY = { contract_start: '2027-01-04', contract_end: '2027-03-20' };
const WAITS = { location_type: site.roomType, from: '2029-01-04', to: '2029-03-20' };

interface Stored {
  _id: string;
  [field: string]: unknown;
}

const send = async (method: 'post' | 'patch', path: string, body: object, headers = {}): Promise<Stored> => {
  const answer = await manager[method](path, body, headers);
  expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
  return answer.body as Stored;
};
const somebody = (last_name: string) => lodge.make.student(site, { first_name: 'Vicky', last_name });
const book = async (lead_person: string, more: object = {}): Promise<string> =>
  (await send('post', '/bookings', { site: site.id, lead_person, location: await lodge.make.room(site), ...STAY, ...more }))._id; // prettier-ignore
const change = (booking: string, fields: object) => send('patch', `/bookings/${booking}`, { site: site.id, ...fields });
const cancel = (booking: string) =>
  send('post', `/bookings/${booking}/transitions`, {
    site: site.id,
    type: 'cancel',
    cancellation_code: 'requested_by_student',
  });
const erase = async (id: string) => expect((await manager.post(`/students/${site.id}/${id}/erase`)).status).toBe(200);
const dataOf = async (id: string) => {
  const { status, body, text } = await manager.get(`/students/${site.id}/${id}/data`);
  expect(status).toBe(200);
  return { text: text as string, bookings: body.bookings as Stored[], waiting: body.waiting_list as Stored[] };
};
const trailOf = async (booking: string): Promise<string> =>
  (await manager.get(`/bookings/${booking}/transactions?site=${site.id}`)).text;
const auditOf = async (resource: string): Promise<string> => {
  const { status, text } = await admin.get(`/sites/${site.id}/audit?resource=${resource}`);
  expect(status).toBe(200);
  return text as string;
};

describe('an entry of the waiting list that has only a name, and was offered to a student', () => {
  const waits = (word: string, more: object = {}) =>
    send(
      'post',
      `/sites/${site.id}/waiting-list`,
      { ...WAITS, name: `Vicky ${word}, ${word}-house`, contact: `${word}-contact`, notes: `${word}-notes`, ...more },
      { 'idempotency-key': `waits-${word}` },
    );
  const offer = async (entry: string, lead_person: string): Promise<string> => {
    const given = { location: await lodge.make.room(site), hold_until: '2027-01-01T12:00:00Z', lead_person };
    const { booking } = await send('post', `/sites/${site.id}/waiting-list/${entry}/offers`, given);
    return (booking as Stored)._id;
  };

  test('is in the data of the student, also printed, and erased with the student, with its audit and its stored responses', async () => {
    const worker: INestApplicationContext = await startWorker(lodge);
    const person = await somebody('Offered');
    const entry = await waits('offered');
    const booking = await offer(entry._id, person);
    await send('patch', `/sites/${site.id}/waiting-list/${entry._id}`, { notes: 'offered-later' });
    const { text, waiting } = await dataOf(person);
    expect(waiting).toEqual([expect.objectContaining({ contact: 'offered-contact', notes: 'offered-later' })]);
    expect(text).toContain('offered-house');
    expect(text).toContain('offered-notes');
    const headers = { cookie: manager.cookie };
    const url = `/students/${site.id}/${person}/data?format=pdf`;
    const printed = await lodge.instance.app.inject({ url, headers });
    await worker.close();
    expect(printed.statusCode).toBe(200);
    if (hasPoppler) expect(textOf(printed.rawPayload)).toContain('offered-contact');

    await cancel(booking);
    await erase(person);
    expect(await tablesWith(lodge, 'offered-')).toEqual([]);
    expect(await auditOf(entry._id)).not.toContain('offered-');
    expect(await auditOf(entry._id)).toContain('waiting_entry.offered');
  });

  test('stays theirs when the booking passes to somebody else, or the place is offered to somebody else', async () => {
    const [person, next] = [await somebody('Passed'), await somebody('Next')];
    const entry = await waits('passed');
    const booking = await offer(entry._id, person);
    await change(booking, { lead_person: next });
    await cancel(booking);
    await cancel(await offer(entry._id, next));
    expect((await dataOf(next)).text).not.toContain('passed-contact');
    await erase(next);
    expect((await dataOf(person)).text).toContain('passed-contact');
    expect(await auditOf(entry._id)).toContain('passed-contact');
    await erase(person);
    expect(await tablesWith(lodge, 'passed-')).toEqual([]);
  });

  test('is offered to nobody of another name while it has a contact and notes, and given to nobody with them', async () => {
    const person = await somebody('Stranger');
    const entry = await waits('unlike');
    const path = `/sites/${site.id}/waiting-list/${entry._id}`;
    const given = { location: await lodge.make.room(site), hold_until: '2027-01-01T12:00:00Z', lead_person: person };
    const pointers = ({ status, body }: { status: number; body: { errors: { pointer: string }[] } }) => [status, body.errors.map(({ pointer }) => pointer)]; // prettier-ignore
    expect(pointers(await manager.post(`${path}/offers`, given))).toEqual([400, ['/lead_person']]);
    expect(pointers(await manager.patch(path, { person }))).toEqual([400, ['/contact', '/notes']]);
    expect(pointers(await manager.patch(path, { name: 'Somebody Else' }))).toEqual([400, ['/contact', '/notes']]);
    const renamed = await manager.patch(path, { name: 'Vicky Unlike' });
    expect([renamed.status, renamed.body.contact]).toEqual([200, 'unlike-contact']);
    await send('patch', path, { person, contact: 'stranger-contact', notes: null });
    await offer(entry._id, person);
    expect((await dataOf(person)).text).not.toContain('unlike-');
  });

  test.each([
    ['Vicky Beller', ['Beller-Smith', 'Maria Beller']],
    ['Vicky Coller and Carl Dorner', ['Coller', 'Dorner']],
    ['Vicky Coller (mother: Cleo Ender)', ['Ender']],
  ])('%s is nobody whose name only has the same words among others', async (name, lasts) => {
    await somebody('Beller');
    const entry = await send('post', `/sites/${site.id}/waiting-list`, { name, contact: 'ct', location_type: site.roomType, from: '2027-02-01' }); // prettier-ignore
    const path = `/sites/${site.id}/waiting-list/${entry._id}`;
    for (const last of lasts) {
      const first_name = last === 'Dorner' ? 'Carl' : last === 'Ender' ? 'Cleo' : 'Vicky';
      const person = await lodge.make.student(site, { first_name, last_name: last });
      const given = { location: await lodge.make.room(site), hold_until: '2027-01-01T12:00:00Z', lead_person: person };
      expect([last, (await manager.post(`${path}/offers`, given)).status]).toEqual([last, 400]);
      expect([last, (await manager.patch(path, { person })).status]).toEqual([last, 400]);
      expect([last, (await manager.patch(path, { name: `${first_name} ${last}` })).status]).toEqual([last, 400]);
    }
  });

  test('stays when it waits for another student than the one who leads its booking', async () => {
    const [person, parent] = [await somebody('Waits'), await somebody('Parent')];
    const entry = await waits('own', { name: undefined, person });
    await cancel(await offer(entry._id, parent));
    expect((await dataOf(parent)).text).not.toContain('own-contact');
    await erase(parent);
    expect((await dataOf(person)).text).toContain('own-contact');
    expect(await auditOf(entry._id)).toContain('own-contact');
  });
});

describe('a booking that passed to another lead person', () => {
  let person: string;
  let next: string;
  let booking: string;
  beforeAll(async () => {
    [person, next] = [await somebody('Former'), await somebody('Successor')];
    booking = await book(person, { notes: 'former-first', vehicle_registration: 'FORMER 1' });
    await change(booking, { notes: 'former-second' });
    await change(booking, { lead_person: next, notes: 'next-first', vehicle_registration: 'NEXT 1', contract_end: '2027-06-30' }); // prettier-ignore
    await change(booking, { notes: 'next-second', vehicle_registration: 'NEXT 2' });
  });

  test('is in the data of the former one as it was, with what was recorded until then and nothing of the next one', async () => {
    const { text, bookings } = await dataOf(person);
    expect(bookings).toEqual([
      expect.objectContaining({
        _id: booking,
        role: 'lead',
        ...STAY,
        notes: 'former-second',
        vehicle_registration: 'FORMER 1',
        times: [{ role: 'lead', began_at: expect.any(String), ended_at: expect.any(String) }],
      }),
    ]);
    for (const word of ['former-first', 'former-second', 'FORMER 1']) expect(text).toContain(word);
    expect(text).not.toMatch(/next|2027-06-30/i);
    expect(text).not.toContain(next);
  });

  test('is in the data of the next one without what was recorded before', async () => {
    const { text, bookings } = await dataOf(next);
    expect(bookings).toEqual([
      expect.objectContaining({ _id: booking, role: 'lead', times: [expect.objectContaining({ ended_at: null })] }),
    ]);
    for (const word of ['next-first', 'next-second', 'NEXT 1', 'NEXT 2']) expect(text).toContain(word);
    expect(text).not.toMatch(/former/i);
    expect(text).not.toContain(person);
  });

  test('keeps what was recorded of the next one when the former one is erased', async () => {
    await erase(person);
    const trail = await trailOf(booking);
    for (const word of ['next-first', 'next-second', 'NEXT 1', 'NEXT 2']) expect(trail).toContain(word);
    expect(await tablesWith(lodge, 'former-')).toEqual([]);
    expect(await tablesWith(lodge, 'FORMER 1')).toEqual([]);
  });

  test('a later text that names the former one is emptied', async () => {
    const [gone, other] = [await somebody('Named-later'), await somebody('Writer')];
    const passed = await book(gone);
    await change(passed, { lead_person: other, notes: 'quiet-first' });
    await change(passed, { notes: 'key from Vicky Named-later' });
    await change(passed, { notes: 'quiet-again' });
    await change(passed, { notes: 'quiet-last' });
    await erase(gone);
    const trail = await trailOf(passed);
    expect(trail).not.toContain('Named-later');
    expect(trail).toContain('quiet-last');
  });

  test('has its texts for the one who led it, also after that one became an additional person', async () => {
    const [person, next] = [await somebody('Leads'), await somebody('Follows')];
    const swapped = await book(person, { notes: 'leads-notes', additional_people: [next] });
    await change(swapped, { lead_person: next, additional_people: [person], notes: 'follows-notes' });
    const { text, bookings } = await dataOf(person);
    expect(bookings).toEqual([expect.objectContaining({ _id: swapped, role: 'additional', notes: null })]);
    expect(bookings[0]?.times).toMatchObject([{ role: 'lead' }, { role: 'additional', ended_at: null }]);
    expect(text).toContain('leads-notes');
    expect(text).not.toContain('follows-notes');
    const later = await dataOf(next);
    expect(later.text).toContain('follows-notes');
    expect(later.text).not.toContain('leads-notes');
  });

  test('a stay of a merged record is that of the remaining one, from its beginning', async () => {
    const [kept, merged] = [await somebody('Kept'), await somebody('Kept')];
    const of = await book(merged, { notes: 'before-merge' });
    await send('post', `/students/${site.id}/${kept}/merge`, { student: merged });
    await change(of, { notes: 'after-merge' });
    const { text, bookings } = await dataOf(kept);
    expect(bookings).toHaveLength(1);
    expect(text).toContain('before-merge');
    expect(text).toContain('after-merge');
  });
});

describe('an additional person who was removed from a booking', () => {
  test('has the booking in the data, for the time of the stay, without texts about the lead person', async () => {
    const [person, lead, beside] = [await somebody('Guest'), await somebody('Host'), await somebody('Beside')];
    const booking = await book(lead, { additional_people: [beside], notes: 'host-notes', vehicle_registration: 'HOST 1' }); // prettier-ignore
    await change(booking, { additional_people: [beside, person] });
    await change(booking, { contract_end: '2027-04-20', notes: 'host-later' });
    await change(booking, { additional_people: [beside] });
    await change(booking, { contract_end: '2027-05-20' });
    const { text, bookings } = await dataOf(person);
    expect(bookings).toEqual([
      expect.objectContaining({ _id: booking, role: 'additional', contract_end: '2027-04-20', notes: null }),
    ]);
    expect(bookings[0]).toMatchObject({
      times: [{ role: 'additional', began_at: expect.any(String), ended_at: expect.any(String) }],
      transactions: [
        { changes: [{ field: 'additional_people', to: [person] }] },
        {
          changes: [
            { field: 'contract_end', from: '2027-03-20', to: '2027-04-20' },
            { field: 'occupied_to', from: '2027-03-20', to: '2027-04-20' },
          ],
        },
        { changes: [{ field: 'additional_people', from: [person] }] },
      ],
    });
    expect(text).not.toMatch(/host|2027-05-20/i);
    for (const id of [lead, beside]) expect(text).not.toContain(id);
  });
});

describe('number plates that bookings of an erased person had earlier', () => {
  let other: string;
  beforeAll(async () => {
    other = await somebody('Writes');
  });

  test('are removed from texts about others: changed, removed, and of a booking that passed on', async () => {
    const person = await somebody('Driver');
    const changed = await book(person, { vehicle_registration: 'CHG1 AAA' });
    await change(changed, { vehicle_registration: 'NOW1 AAA' });
    const emptied = await book(person, { vehicle_registration: 'NUL1 AAA' });
    await change(emptied, { vehicle_registration: null });
    const passed = await book(person, { vehicle_registration: 'PAS1 AAA' });
    await change(passed, { lead_person: other, vehicle_registration: 'NEX1 AAA' });
    const plates = ['CHG1 AAA', 'NUL1 AAA', 'PAS1 AAA', 'NOW1 AAA'];
    const texts = plates.map((plate) => `car ${plate} of a friend`).join('; ');
    const note = await book(other, { notes: `${texts}; also NEX1 AAA` });
    const block = { name: 'Cars of friends', notes: texts };
    const rows = [{ person_id: other, location_id: await lodge.make.room(site) }];
    await send('post', '/bookings/bulk', { site: site.id, ...STAY, block, assignments: rows });
    const closed = { location: await lodge.make.room(site), from: '2029-01-04', to: '2029-02-04', kind: 'maintenance' };
    await send('post', `/sites/${site.id}/closures`, { ...closed, reason: texts, notes: texts });
    await send('post', `/sites/${site.id}/waiting-list`, { ...WAITS, person: other, contact: texts, notes: texts });

    for (const booking of [changed, emptied]) await cancel(booking);
    await erase(person);
    for (const plate of plates) expect([plate, await tablesWith(lodge, plate)]).toEqual([plate, []]);
    const { notes } = (await manager.get(`/bookings/${note}?site=${site.id}`)).body;
    expect(notes).toBe(`${plates.map(() => 'car [erased] of a friend').join('; ')}; also NEX1 AAA`);
  });

  test('stay in texts when the booking still has them with its next lead person', async () => {
    const person = await somebody('Typed-wrongly');
    const passed = await book(person, { vehicle_registration: 'STAY1 BBB' });
    await change(passed, { lead_person: other });
    const note = await book(other, { notes: 'car STAY1 BBB is ours' });
    await erase(person);
    expect((await manager.get(`/bookings/${note}?site=${site.id}`)).body.notes).toBe('car STAY1 BBB is ours');
  });
});

test('a former name in a row of an import that failed is emptied', async () => {
  const id = await lodge.make.student(site, { first_name: 'Olda', last_name: 'Formerling' });
  const room = await lodge.make.room(site);
  await send('patch', `/students/${site.id}/${id}`, { first_name: 'Olda', last_name: 'Nowaday', location: room });
  const values = { full_name: 'Olda Formerling', location: 'Nowhere', contract_start: '2027-05-04', contract_end: '2027-06-20' }; // prettier-ignore
  const body = { site: site.id, idempotency_key: 'former-name', rows: [{ row_index: 1, values }], resolutions: [] };
  await send('post', '/bookings/import/commit', body);
  expect(await tablesWith(lodge, 'Formerling')).toContain('import_rows');
  await erase(id);
  expect(await tablesWith(lodge, 'Formerling')).toEqual([]);
});
