import { describe, expect, test } from '@jest/globals';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { instances: 2 });

const read = async (id: string) => (await manager.get(`/students/${site.id}/${id}`)).body;
const homeOf = async (id: string): Promise<string> => (await read(id)).location;
let number = 0;
const make = (values: object = {}) => {
  const student_id = `UM-${++number}`;
  return lodge.make.student(site, { first_name: 'Ada', last_name: `Byron ${number}`, student_id, ...values });
};
const idOf = async (id: string): Promise<string> => (await read(id)).student_id;
const merge = (kept: string, student: string) => manager.post(`/students/${site.id}/${kept}/merge`, { student });
const undo = (kept: string, student: string) => manager.post(`/students/${site.id}/${kept}/merge/undo`, { student });
const load = async (...students: object[]) =>
  (await manager.post(`/students/${site.id}/import`, { type: 'partial', students })).body;
const NIGHTS = { contract_start: '2026-11-20', contract_end: '2027-06-30' };
const book = async (lead_person: string, location: string, status = 'confirmed') => {
  const answer = await manager.post('/bookings', { site: site.id, lead_person, location, ...NIGHTS, status });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body._id as string;
};
const move = async (booking: string, type: string) => {
  const answer = await manager.post(`/bookings/${booking}/transitions`, { site: site.id, type });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
};
const later = () => lodge.clock.set(new Date(lodge.clock.now().getTime() + 1_000).toISOString());

describe('the undo of a merge, after a list or a new record took an identity', () => {
  test('gives the record back without an email that the other one got since, and says so', async () => {
    const [keptMail, goneMail] = ['kept@students.example', 'Gone@students.example'];
    const kept = await make({ email: keptMail });
    const gone = await make({ email: goneMail });
    const former = await idOf(gone);
    const name = { first_name: 'Ada', last_name: (await read(kept)).last_name, location: site.building };
    expect((await merge(kept, gone)).status).toBe(200);
    const dry = { type: 'partial', dry_run: true, students: [{ ...name, student_id: former, email: goneMail }] };
    const preview = (await manager.post(`/students/${site.id}/import`, dry)).body;
    const loaded = await load({ ...name, student_id: former, email: goneMail });
    for (const { warnings } of [preview, loaded])
      expect(warnings).toEqual([{ code: 'merged_identity', message: expect.stringContaining('The email was that of a record that was merged'), person_ids: [kept] }]); // prettier-ignore
    expect((await read(kept)).email).toBe(goneMail);
    later();
    const { status, body } = await undo(kept, gone);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.not_restored).toEqual([{ field: 'email', value: goneMail, person: kept, reason: expect.stringContaining('has this email by now and keeps it') }]); // prettier-ignore
    expect([body.student.email, body.restored.email ?? null, body.restored.student_id]).toEqual([goneMail, null, former]); // prettier-ignore
    const audit = await lodge.sql<{ changes: object[] }>(`SELECT changes FROM audit_events WHERE subject_id = $1 AND action = 'student.restored'`, [gone]); // prettier-ignore
    expect(audit[0]?.changes).toContainEqual({ field: 'email', from: goneMail, to: null });
  });

  test('gives everything back, and warns of nothing, where the email came by the merge itself', async () => {
    const kept = await make();
    const gone = await make({ email: 'came@students.example' });
    await merge(kept, gone);
    const patched = await manager.patch(`/students/${site.id}/${kept}`, { first_name: 'Ada', last_name: 'B', location: site.building }); // prettier-ignore
    expect([patched.status, patched.body.warnings]).toEqual([200, undefined]);
    const { body } = await undo(kept, gone);
    expect([body.not_restored, body.student.email ?? null, body.restored.email]).toEqual([[], null, 'came@students.example']); // prettier-ignore
  });

  test('is refused when somebody else has the student id, who is named; the new record was warned of', async () => {
    const [kept, gone] = [await make(), await make()];
    const student_id = await idOf(gone);
    await merge(kept, gone);
    const other = await manager.post(`/students`, { site: site.id, first_name: 'Bo', last_name: 'Peep', student_id: student_id.toLowerCase(), location: site.building }); // prettier-ignore
    expect([other.status, other.body.detail]).toEqual([200, undefined]);
    expect(other.body.warnings).toEqual([{ code: 'merged_identity', message: expect.stringContaining('The student id was that of a record that was merged'), person_ids: [kept] }]); // prettier-ignore
    const { status, body } = await undo(kept, gone);
    expect([status, body.code, body.errors[0].pointer]).toEqual([409, 'student_id_in_use', '/student']);
    expect(body.detail).toContain(`Peep, Bo has the student id ${student_id} now. Give that person another student id`);
    expect(body.person).toEqual({ _id: other.body._id, record_name: 'Peep, Bo', student_id: student_id.toLowerCase() });
    const fixed = await manager.patch(`/students/${site.id}/${other.body._id}`, { first_name: 'Bo', last_name: 'Peep', location: site.building, student_id: `OTHER-${number}` }); // prettier-ignore
    expect(fixed.status).toBe(200);
    expect((await undo(kept, gone)).body).toMatchObject({ not_restored: [], restored: { student_id } });
  });

  test('against new records with the same student id at the same moment: one has it, and the undo says who', async () => {
    for (let round = 0; round < 4; round++) {
      const [kept, gone] = [await make(), await make()];
      const student_id = await idOf(gone);
      await merge(kept, gone);
      const answers = await rush(6, 6, (n) => {
        const at = manager.on(lodge.instances[n % 2]!);
        const person = { site: site.id, first_name: 'Bo', last_name: 'Peep', student_id, location: site.building };
        return n === (round % 3) + 1
          ? at.post(`/students/${site.id}/${kept}/merge/undo`, { student: gone })
          : at.post(`/students`, person);
      });
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 student_id_in_use'])); // prettier-ignore
      const holders = await lodge.sql('SELECT id FROM students WHERE site_id = $1 AND student_id = $2 AND deleted_at IS NULL', [site.id, student_id]); // prettier-ignore
      expect(holders).toHaveLength(1);
      const undone = answers[(round % 3) + 1];
      if (undone?.status === 409) expect(undone.body.person._id).toBe(holders[0]?.id);
    }
  });
});

describe('the homes after the undo of a merge', () => {
  const pair = async () => {
    const [first, second] = [await lodge.make.room(site), await lodge.make.room(site)];
    const [kept, gone] = [await make({ location_id: first }), await make()];
    const booking = await book(gone, second, 'checked_in');
    expect([await homeOf(kept), await homeOf(gone)]).toEqual([first, second]);
    later();
    expect((await merge(kept, gone)).status).toBe(200);
    expect(await homeOf(kept)).toBe(second);
    later();
    return { kept, gone, booking, first, second };
  };
  const homes = async ({ kept, gone }: { kept: string; gone: string }) => {
    later();
    const { status, body } = await undo(kept, gone);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect([body.student.location, body.restored.location]).toEqual([await homeOf(kept), await homeOf(gone)]);
    return [await homeOf(kept), await homeOf(gone)];
  };

  test('are those of before when nothing happened', async () => {
    const people = await pair();
    expect(await homes(people)).toEqual([people.first, people.second]);
  });

  test('are none for who has left since, and that of before for the other', async () => {
    const people = await pair();
    await move(people.booking, 'check_out');
    expect(await homes(people)).toEqual([people.first, '']);
  });

  test('are the room of now for who has moved, and that of before for the other', async () => {
    const people = await pair();
    const other = await lodge.make.room(site);
    expect((await manager.patch(`/bookings/${people.booking}`, { site: site.id, location: other })).status).toBe(200);
    expect(await homes(people)).toEqual([people.first, other]);
  });

  test('are each their own when the one that stayed arrives meanwhile, and none when that one leaves again', async () => {
    for (const leaves of [false, true]) {
      const people = await pair();
      const own = await lodge.make.room(site);
      const booking = await book(people.kept, own);
      await move(booking, 'check_in');
      if (leaves) await move(booking, 'check_out');
      expect(await homes(people)).toEqual([leaves ? '' : own, people.second]);
    }
  });

  test('keep what somebody wrote since, where no stay says otherwise', async () => {
    const people = await pair();
    const written = await lodge.make.room(site);
    const { first_name, last_name } = await read(people.kept);
    expect((await manager.patch(`/students/${site.id}/${people.kept}`, { first_name, last_name, location: written })).status).toBe(200); // prettier-ignore
    expect(await homes(people)).toEqual([written, people.second]);
    const early = await make({ location_id: null });
    const later = await make({ location_id: people.first });
    await merge(early, later);
    expect(await homeOf(early)).toBe(people.first);
    expect(await homes({ kept: early, gone: later })).toEqual(['', people.first]);
  });

  test('are right for a merge of an earlier version, which did not store them', async () => {
    const people = await pair();
    await lodge.sql(`UPDATE student_merges SET snapshot = snapshot - 'homes' WHERE kept_id = $1`, [people.kept]);
    await move(people.booking, 'check_out');
    expect(await homes(people)).toEqual([people.first, '']);
  });

  test('are those of the stays, however many people leave while the merge is undone', async () => {
    for (let round = 0; round < 4; round++) {
      const people = await pair();
      const answers = await rush(2, 2, (n) =>
        (n + round) % 2
          ? manager.on(lodge.instances[1]!).post(`/bookings/${people.booking}/transitions`, { site: site.id, type: 'check_out' }) // prettier-ignore
          : undo(people.kept, people.gone),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect([await homeOf(people.kept), await homeOf(people.gone)]).toEqual([people.first, '']);
    }
  });
});
