import { describe, expect, test } from '@jest/globals';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager, desk } = await useLodge({ manager: 'manager', desk: 'reception' }, { instances: 2 });
const flag = await lodge.make.listEntry('flags', site.id, { name: 'Step-free' });
const other = await lodge.make.listEntry('flags', site.id, { name: 'Late' });
const state = await lodge.make.listEntry('welfare_states', site.id, { name: 'Monitor' });

const read = async (id: string) => (await manager.get(`/students/${site.id}/${id}`)).body;
const booking = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}&include=transactions`)).body;
const make = async (values: object = {}) =>
  lodge.make.student(site, { first_name: 'Ada', last_name: 'Byron', created_at: '2026-01-01', ...values });
const book = async (lead_person: string, more: object = {}) => {
  const location = await lodge.make.room(site);
  const nights = { contract_start: '2026-11-20', contract_end: '2027-06-30' };
  const answer = await manager.post('/bookings', { site: site.id, lead_person, location, ...nights, ...more });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body;
};
let numbers = 0;
const merge = (kept: string, student: string, client = manager) =>
  client.post(`/students/${site.id}/${kept}/merge`, { student });
const undo = (kept: string, student: string) => manager.post(`/students/${site.id}/${kept}/merge/undo`, { student });

describe('two records of one person', () => {
  test('become one, with bookings, flags, welfare, email, home and photo; undone, everything is as it was', async () => {
    const kept = await make({ location_id: null });
    const gone = await make({ email: 'ada@students.example', welfare_flag: true, welfare_state_id: state });
    for (const [id, flags] of [[kept, [other]], [gone, [flag, other]]] as const) // prettier-ignore
      expect((await manager.patch(`/students/${site.id}/${id}`, { first_name: 'Ada', last_name: 'Byron', location: (await read(id)).location, flags })).status).toBe(200); // prettier-ignore
    const friend = await make();
    const led = await book(gone, { status: 'checked_in', additional_people: [kept, friend] });
    const shared = await book(friend, { additional_people: [gone] });
    const past = await book(gone);
    await manager.post(`/bookings/${past._id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' }); // prettier-ignore
    const waits = await manager.post(`/sites/${site.id}/waiting-list`, { person: gone, location_type: site.roomType, from: '2030-01-04' }); // prettier-ignore
    await lodge.sql(`INSERT INTO pictures (id, site_id, student_id, created_at) VALUES (gen_random_uuid(), $1, $2, now())`, [site.id, gone]); // prettier-ignore
    await lodge.sql(`UPDATE students SET photo_url = '/somewhere.webp' WHERE id = $1`, [gone]);
    const before = { kept: await read(kept), gone: await read(gone) };
    const moment = lodge.clock.now().toISOString();
    lodge.clock.set(new Date(lodge.clock.now().getTime() + 60_000).toISOString());

    const { status, body } = await merge(kept, gone);
    expect([status, body.merged, body.bookings]).toEqual([200, gone, 3]);
    expect(body.student).toMatchObject({
      _id: kept,
      email: 'ada@students.example',
      photo_url: '/somewhere.webp',
      welfare_flag: true,
      welfare_state: { _id: state },
      location: led.location,
    });
    expect(body.student.flags.map(({ _id }: { _id: string }) => _id)).toEqual([other, flag]);
    expect((await manager.get(`/students/${site.id}/${gone}`)).status).toBe(404);
    expect([(await booking(led._id)).lead_person, (await booking(led._id)).additional_people]).toEqual([
      kept,
      [friend],
    ]);
    expect((await booking(shared._id)).additional_people).toEqual([kept]);
    expect((await booking(past._id)).lead_person).toBe(kept);
    expect((await booking(led._id)).expanded.transactions.at(-1)).toMatchObject({
      type: 'updated',
      changes: [
        { field: 'lead_person', from: gone, to: kept },
        { field: 'additional_people', from: [kept, friend], to: [friend] },
      ],
    });
    expect((await manager.get(`/sites/${site.id}/waiting-list/${waits.body._id}`)).body.person).toBe(kept);
    const meanwhile = lodge.clock.now().toISOString();
    const pastOf = async (id: string, at: string) => (await manager.get(`/students/${site.id}/${id}?as_of=${at}`)).body;
    expect(await pastOf(gone, moment)).toEqual(before.gone);
    expect(await pastOf(kept, moment)).toEqual(before.kept);
    expect((await pastOf(gone, meanwhile)).code).toBe('not_found');

    lodge.clock.set(new Date(lodge.clock.now().getTime() + 60_000).toISOString());
    const back = await undo(kept, gone);
    expect([back.status, back.body.bookings, back.body.left_alone]).toEqual([200, 3, []]);
    const seen = ({ version: _version, updated_at: _updated, ...rest }: Record<string, unknown>) => rest;
    expect({ kept: seen(await read(kept)), gone: seen(await read(gone)) }).toEqual({ kept: seen(before.kept), gone: seen(before.gone) }); // prettier-ignore
    expect([(await booking(led._id)).lead_person, (await booking(led._id)).additional_people]).toEqual([
      gone,
      [kept, friend],
    ]);
    expect((await booking(shared._id)).additional_people).toEqual([gone]);
    expect((await manager.get(`/sites/${site.id}/waiting-list/${waits.body._id}`)).body.person).toBe(gone);
    expect((await pastOf(gone, meanwhile)).code).toBe('not_found');
    expect((await pastOf(kept, meanwhile)).email).toBe('ada@students.example');
    const actions = await lodge.sql(`SELECT action FROM audit_events WHERE site_id = $1 AND subject_id = ANY($2) AND action ~ 'merge|restored' ORDER BY at, action`, [site.id, [kept, gone]]); // prettier-ignore
    expect(actions.map(({ action }) => action)).toEqual(['student.merged', 'student.merged_away', 'student.merge_undone', 'student.restored']); // prettier-ignore
  });

  test('are one for lists that go on naming both: a former student id or email is that of the record that stayed, or a question', async () => {
    const [keeper, former] = [`KEEP-${++numbers}`, `GONE-${numbers}`];
    const row = { first_name: 'Ada', last_name: 'Byron', location: site.building };
    const kept = await make({ student_id: keeper, email: `${keeper}@students.example` });
    const gone = await make({ student_id: former, email: `${former}@students.example` });
    await merge(kept, gone);
    const count = async () => (await manager.get(`/students/${site.id}?limit=0`)).headers['x-total-count'];
    const before = await count();
    const load = async (...students: object[]) =>
      (await manager.post(`/students/${site.id}/import`, { type: 'partial', students })).body;
    const byId = await load({ ...row, student_id: former.toLowerCase(), type: 'guest' });
    expect([byId.exceptions, byId.students[0]._id, byId.students[0].student_id]).toEqual([[], kept, keeper]);
    const byEmail = await load({ ...row, email: `${former}@students.example` });
    expect([byEmail.exceptions, byEmail.students[0]._id, (await read(kept)).email]).toEqual([[], kept, `${former}@students.example`]); // prettier-ignore
    const both = await load({ ...row, student_id: keeper }, { ...row, student_id: former });
    expect(both.exceptions).toMatchObject([{ student_id: former, cause: 'duplicate_in_file', existing_record_id: kept }]); // prettier-ignore
    await manager.patch(`/students/${site.id}/${kept}`, { ...row, email: null });
    const asked = await load(
      { ...row, student_id: keeper },
      { ...row, student_id: `NEW-${numbers}`, email: `${former}@students.example` },
      { ...row, first_name: 'Zoltán', student_id: former },
    );
    expect(asked.exceptions.map(({ cause, existing_record_id }: { cause: string; existing_record_id: string }) => [cause, existing_record_id])).toEqual([
      ['duplicate_in_file', kept],
      ['possible_match', kept],
      ['duplicate_in_file', kept],
    ]); // prettier-ignore
    const other = await load({ ...row, first_name: 'Zoltán', student_id: former });
    expect(other.exceptions).toMatchObject([{ cause: 'identity_conflict', existing_record_id: kept }]);
    expect(await count()).toBe(before);
    const code = `M-${numbers}`;
    await lodge.make.room(site, { code });
    const cells = { student_id: former, first_name: 'Ada', last_name: 'Byron', room: code, contract_start: '2029-09-01', contract_end: '2030-06-30' }; // prettier-ignore
    const rows = [{ row_index: 0, values: cells }, { row_index: 1, values: { ...cells, first_name: 'Zoltán' } }]; // prettier-ignore
    const preview = (await manager.post('/bookings/import/preview', { site: site.id, rows })).body.rows;
    // Both want one place.
    expect([preview[0].state, preview[0].person.person_id]).toEqual(['needs_decision', kept]);
    expect([preview[1].state, preview[1].person.person_id]).toEqual(['needs_decision', null]);
    await undo(kept, gone);
    const again = await load({ ...row, student_id: former });
    expect([again.exceptions, again.students[0]._id]).toEqual([[], gone]);
  });

  test('of which a booking was changed since keep that change when the merge is undone', async () => {
    const [kept, gone, third] = [await make(), await make(), await make()];
    const one = await book(gone);
    await merge(kept, gone);
    const later = await book(kept);
    await manager.patch(`/bookings/${one._id}`, { site: site.id, lead_person: third });
    const back = await undo(kept, gone);
    expect([back.status, back.body.bookings, back.body.left_alone]).toEqual([200, 0, [one._id]]);
    expect([(await booking(one._id)).lead_person, (await booking(later._id)).lead_person]).toEqual([third, kept]);
  });

  test('are refused where they are not two of the site, or the window has passed, or the role may not', async () => {
    const [kept, gone] = [await make(), await make()];
    const elsewhere = await lodge.make.student(await lodge.make.site());
    expect((await merge(kept, kept)).body.errors[0]).toMatchObject({ pointer: '/student', code: 'validation_failed' });
    for (const id of [elsewhere, 'nobody'])
      expect((await merge(kept, id)).body).toMatchObject({
        code: 'unknown_reference',
        errors: [{ pointer: '/student' }],
      });
    expect((await merge(elsewhere, gone)).status).toBe(404);
    expect((await merge(kept, gone, desk)).body.required_permission).toBe('student.merge');
    expect((await undo(kept, gone)).body.code).toBe('unknown_reference');
    expect((await merge(kept, gone)).status).toBe(200);
    await lodge.sql('UPDATE student_merges SET merged_at = merged_at - $2::interval WHERE kept_id = $1', [
      kept,
      '8 days',
    ]);
    expect((await undo(kept, gone)).body.code).toBe('merge_final');
  });

  test('of many merges of the same records at once exactly one wins, and no booking is left with a record that is gone', async () => {
    for (let round = 0; round < 3; round++) {
      const people = await Promise.all([make(), make(), make()]);
      const pairs = people.flatMap((kept) =>
        people.filter((each) => each !== kept).map((gone) => [kept, gone] as const),
      );
      const rooms = await Promise.all(Array.from({ length: 9 }, () => lodge.make.room(site)));
      const [merges, bookings] = await Promise.all([
        rush(12, 12, (n) => {
          const [kept, gone] = pairs[n % pairs.length]!;
          return merge(kept, gone, manager.on(lodge.instances[n % 2]!));
        }),
        rush(9, 9, (n) =>
          manager.on(lodge.instances[n % 2]!).post('/bookings', {
            site: site.id,
            lead_person: people[n % 3],
            location: rooms[n],
            contract_start: '2027-09-01',
            contract_end: '2028-06-30',
          }),
        ),
      ]);
      expect(merges.map(({ status }) => status).filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
      expect(merges.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(bookings.map(({ status }) => status).filter((status) => ![200, 422].includes(status))).toEqual([]);
      const stray = await lodge.sql(
        `SELECT b.id FROM bookings b JOIN students s ON s.id = b.lead_person_id WHERE s.deleted_at IS NOT NULL AND s.id = ANY($1)`,
        [people],
      );
      expect(stray).toEqual([]);
    }
  });

  test('are erased together, and are both in the copy of the data of the person', async () => {
    const [kept, gone] = [await make(), await make({ first_name: 'Augusta', email: 'augusta@students.example' })];
    await merge(kept, gone);
    const data = (await manager.get(`/students/${site.id}/${kept}/data`)).body;
    expect(data.merged_records[0].person.first_name).toBe('Augusta');
    expect((await manager.post(`/students/${site.id}/${kept}/erase`, {})).status).toBe(200);
    const rows = await lodge.sql(`SELECT first_name, email FROM students WHERE id = ANY($1)`, [[kept, gone]]);
    expect(rows).toEqual([{ first_name: 'Erased', email: null }, { first_name: 'Erased', email: null }]); // prettier-ignore
    expect(await lodge.sql('SELECT FROM student_merges WHERE kept_id = $1', [kept])).toEqual([]);
    expect((await undo(kept, gone)).status).toBe(404);
  });
});

describe('a person with one name', () => {
  test('needs no last name to be created and changed, and is listed and found by it', async () => {
    const made = await desk.post('/students', { site: site.id, first_name: 'Sukarno', location: site.building });
    expect([made.status, made.body.last_name, made.body.record_name]).toEqual([200, '', 'Sukarno']);
    const address = `/students/${site.id}/${made.body._id}`;
    expect((await desk.get(address)).body.record_name).toBe('Sukarno');
    const changed = await desk.patch(address, { first_name: 'Suharto', location: site.building });
    expect([changed.status, changed.body.last_name, changed.body.record_name]).toEqual([200, '', 'Suharto']);
    expect((await desk.patch(address, { first_name: 'Suharto', last_name: 'Hadi', location: site.building })).body.record_name).toBe('Hadi, Suharto'); // prettier-ignore
    expect((await desk.patch(address, { first_name: 'Suharto', location: site.building })).body.last_name).toBe('Hadi');
    expect((await desk.patch(address, { first_name: 'Suharto', last_name: '', location: site.building })).body.last_name).toBe(''); // prettier-ignore
    const booking = await book(made.body._id);
    const conflict = await desk.post('/bookings', { site: site.id, lead_person: made.body._id, location: booking.location, contract_start: '2027-01-01' }); // prettier-ignore
    expect(conflict.body.conflicts[0].lead_person_name).toBe('Suharto');
  });

  test('is imported without a last name when something else says who it is; a guest stays a guest', async () => {
    const row = (more: object) => ({ location: site.building, ...more });
    const send = (students: object[], dry_run = false) =>
      manager.post(`/students/${site.id}/import`, { type: 'partial', students, dry_run });
    const rows = [
      row({ student_id: 'ONE-1', first_name: 'Madonna' }),
      row({ first_name: 'Cher' }),
      row({ student_id: 'G-1', first_name: 'Grace', last_name: 'Visitor', type: 'Guest' }),
      row({ student_id: 'G-2', first_name: 'Alan', last_name: 'Visitor', type: 'alien' }),
    ];
    const { body } = await send(rows);
    expect(body.students.map(({ student_id, last_name }: { student_id: string; last_name: string }) => [student_id, last_name])).toEqual([
      ['ONE-1', ''],
      ['G-1', 'Visitor'],
    ]); // prettier-ignore
    expect(body.exceptions.map(({ first_name, cause }: { first_name: string; cause: string }) => [first_name, cause])).toEqual([
      ['Cher', 'missing_required_field'],
      ['Alan', 'unread_column'],
    ]); // prettier-ignore
    expect((await read(body.students[0]._id)).record_name).toBe('Madonna');
    expect((await read(body.students[1]._id)).type).toBe('guest');
    const again = await send(rows);
    expect([again.body.import_id, again.body.students.length]).toEqual([null, 2]);
    // A last name that is left out says nothing of one that is there.
    const left = await send([row({ student_id: 'G-1', first_name: 'Grace' })]);
    expect((await read(body.students[1]._id)).last_name).toBe('Visitor');
    expect(left.body.import_id).toBeNull();
    const csv = (await manager.get(`/students/${site.id}/export-csv`)).text;
    const file = await lodge.call('POST', `/students/${site.id}/import?type=partial`, csv, { cookie: manager.cookie, 'content-type': 'text/csv' }); // prettier-ignore
    expect([file.status, file.body.import_id, file.body.exceptions.filter(({ cause }: { cause: string }) => cause === 'unread_column')]).toEqual([200, null, []]); // prettier-ignore
  });
});
