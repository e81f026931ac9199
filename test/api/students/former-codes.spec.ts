import { describe, expect, test } from '@jest/globals';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager, desk } = await useLodge({ manager: 'manager', desk: 'reception' }, { instances: 2 });

let made = 0;
const make = async (values: object = {}) => {
  const code = `F-${++made}`;
  const email = `${code.toLowerCase()}@students.example`;
  return { id: await lodge.make.student(site, { student_id: code, email, ...values }), code, email };
};
const merge = async (kept: string, student: string) =>
  expect((await manager.post(`/students/${site.id}/${kept}/merge`, { student })).status).toBe(200);
const undo = (kept: string, student: string) => manager.post(`/students/${site.id}/${kept}/merge/undo`, { student });
const book = async (lead_person: string, more: object = {}, client = desk) => {
  const dates = { contract_start: '2027-01-04', contract_end: '2027-06-30' };
  return client.post('/bookings', { site: site.id, lead_person, location: await lodge.make.room(site), ...dates, ...more }); // prettier-ignore
};

describe('the code of a record that was merged into another one', () => {
  test('names the one that stays, by its student id and its email, in bodies, queries and files', async () => {
    const [kept, gone, friend] = [await make(), await make(), await make()];
    await merge(kept.id, gone.id);
    for (const code of [`student_id:${gone.code.toLowerCase()}`, `email:${gone.email.toUpperCase()}`]) {
      const led = await book(code);
      expect([led.status, led.body.lead_person]).toEqual([200, kept.id]);
      const shared = await book(friend.id, { additional_people: [code] });
      expect([shared.status, shared.body.additional_people]).toEqual([200, [kept.id]]);
      const waits = await desk.post(`/sites/${site.id}/waiting-list`, { person: code, location_type: site.roomType, from: '2029-01-04' }); // prettier-ignore
      expect([waits.status, waits.body.person]).toEqual([200, kept.id]);
      const query = `person=${encodeURIComponent(code)}`;
      const { data } = (await desk.get(`/bookings?site=${site.id}&${query}&limit=200`)).body;
      const { data: same } = (await desk.get(`/bookings?site=${site.id}&person=${kept.id}&limit=200`)).body;
      expect(data.map(({ _id }: { _id: string }) => _id)).toContain(shared.body._id);
      expect(data).toEqual(same);
      expect((await manager.get(`/bookings/export?site=${site.id}&${query}`)).text).toContain(led.body.reference);
    }
  });

  test('leads on when that record was merged, too, and back after an undo', async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    await merge(second.id, first.id);
    await merge(third.id, second.id);
    const code = `student_id:${first.code}`;
    expect((await book(code)).body.lead_person).toBe(third.id);
    expect((await undo(third.id, `student_id:${second.code}`)).status).toBe(200);
    expect((await book(code)).body.lead_person).toBe(second.id);
    expect((await undo(second.id, `email:${first.email}`)).status).toBe(200);
    expect((await book(code)).body.lead_person).toBe(first.id);
  });

  test('is that of a person who has it now, if there is one', async () => {
    const [kept, gone] = [await make(), await make()];
    await merge(kept.id, gone.id);
    const heir = await make({ student_id: gone.code, email: null });
    expect((await book(`student_id:${gone.code}`)).body.lead_person).toBe(heir.id);
    expect((await book(`email:${gone.email}`)).body.lead_person).toBe(kept.id);
    // The merged record is the only one whose merge can be undone; its code is taken meanwhile.
    const taken = await undo(kept.id, `student_id:${gone.code}`);
    expect([taken.status, taken.body.code]).toEqual([409, 'student_id_in_use']);
  });

  test('is asked about when records of it became part of two people', async () => {
    const [one, other, gone] = [await make(), await make(), await make()];
    await merge(one.id, gone.id);
    const again = await make({ student_id: gone.code, email: null });
    await merge(other.id, again.id);
    const refused = await book(`student_id:${gone.code}`);
    expect([refused.status, refused.body.code]).toEqual([422, 'unknown_reference']);
    const [{ pointer, given, candidates }] = refused.body.candidates;
    expect([pointer, given]).toEqual(['/lead_person', `student_id:${gone.code}`]);
    expect(candidates.map(({ _id }: { _id: string }) => _id).sort()).toEqual([one.id, other.id].sort());
    expect(refused.body.detail).toContain('Several');
    const unclear = await undo(one.id, `student_id:${gone.code}`);
    expect(unclear.body.candidates[0].candidates.map(({ _id }: { _id: string }) => _id).sort()).toEqual([gone.id, again.id].sort()); // prettier-ignore
    expect((await undo(one.id, gone.id)).status).toBe(200);
  });

  test('names nobody when the person was deleted or erased, or in another site', async () => {
    const [kept, gone, left, erased] = [await make(), await make(), await make(), await make()];
    await merge(kept.id, gone.id);
    expect((await manager.delete(`/students/${site.id}/${kept.id}`)).status).toBe(200);
    expect((await manager.delete(`/students/${site.id}/${left.id}`)).status).toBe(200);
    const stays = await make();
    await merge(stays.id, erased.id);
    expect((await manager.post(`/students/${site.id}/${stays.id}/erase`, {})).status).toBe(200);
    for (const { code } of [gone, left, erased])
      expect((await book(`student_id:${code}`)).body.code).toBe('unknown_reference');
    const elsewhere = await lodge.make.site();
    const boss = await lodge.logIn((await lodge.make.user({ roles: { [elsewhere.id]: 'manager' } })).email);
    const [here, merged] = [await make(), await make()];
    await merge(here.id, merged.id);
    const other = await boss.get(`/bookings?site=${elsewhere.id}&person=student_id:${merged.code}`);
    expect([other.status, other.body.code]).toEqual([422, 'unknown_reference']);
    expect(JSON.stringify(other.body.candidates)).not.toContain(here.id);
  });

  test('undoes the merge once, of many who send it at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const [kept, gone] = [await make(), await make()];
      await merge(kept.id, gone.id);
      const answers = await rush(16, 16, (n) => {
        const at = manager.on(lodge.instances[n % 2] ?? lodge.instance);
        if (n % 2) return book(`student_id:${gone.code}`, {}, at);
        return at.post(`/students/${site.id}/${kept.id}/merge/undo`, { student: `student_id:${gone.code}` });
      });
      const undone = answers.filter((_, n) => n % 2 === 0);
      expect(undone.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(undone.filter(({ status, body }) => status !== 200 && body.code !== 'unknown_reference')).toEqual([]);
      for (const { status, body } of answers.filter((_, n) => n % 2))
        expect([200, [kept.id, gone.id].includes(body.lead_person)]).toEqual([status, true]);
      expect((await book(`student_id:${gone.code}`)).body.lead_person).toBe(gone.id);
    }
  });
});
