import { afterAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { type Answer, NOW } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const TODAY = '2026-11-21';

const { lodge, site, manager } = await useLodge({ manager: 'manager' });

describe('somebody who is late to leave', () => {
  afterAll(async () => expect(await findViolations(lodge)).toEqual([]));

  const book = async (location: string, from: string, to: string | null, more = {}): Promise<Answer> => {
    const dates = { contract_start: from, contract_end: to };
    const lead_person = await lodge.make.student(site);
    return manager.post('/bookings', { site: site.id, lead_person, location, ...dates, ...more });
  };
  const change = (id: string, body: object): Promise<Answer> =>
    manager.patch(`/bookings/${id}`, { site: site.id, ...body });
  const act = (id: string, type: string, occurred_at?: string): Promise<Answer> =>
    manager.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'late', occurred_at });
  /** Somebody whose contract has ended, and who is still in the room. */
  const stay = async (location: string, from = '2026-11-15', to: string | null = '2026-11-18'): Promise<string> => {
    const { body } = await book(location, from, to);
    const answer = await act(body._id, 'check_in', `${from}T12:00:00Z`);
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return body._id;
  };
  const close = (location: string, from: string, to: string | null = null): Promise<Answer> =>
    manager.post(`/sites/${site.id}/closures`, { location, from, to, kind: 'maintenance' });
  const read = async (path: string) => (await manager.get(`/sites/${site.id}/${path}`)).body;
  const offered = async (from: string, to: string) =>
    (await read(`availability?from=${from}&to=${to}`)).data as { _id: string; occupied_by: { booking_id: string } }[];
  const nightsIn = async (location: string) =>
    (await read(`locations/${location}/calendar?from=2026-11-01&to=2026-12-24`)).data[0].entries.map(
      ({ from, to, state }: Record<string, string>) => [from, to, state],
    );

  test('keeps a closure from tonight, which lists the stay, and not from the nights after it', async () => {
    const room = await lodge.make.room(site);
    const id = await stay(room);
    for (const from of ['2026-11-20', TODAY])
      expect(await close(room, from, '2026-11-25')).toMatchObject({
        status: 409,
        body: { code: 'closure_conflict', conflicts: [{ booking_id: id, kind: 'stay' }] },
      });
    expect((await close(room, TODAY)).body.conflicts).toHaveLength(1);
    expect((await close(site.building, TODAY)).body.code).toBe('closure_conflict');
    expect((await close(room, '2026-11-22')).status).toBe(200);
  });

  test('keeps no closure from a room that is left today', async () => {
    const room = await lodge.make.room(site);
    await stay(room, '2026-11-15', TODAY);
    expect((await close(room, TODAY)).status).toBe(200);
  });

  test('arrives by a late entry only if the room was not closed in the nights since, nor is tonight', async () => {
    for (const [from, to, status] of [
      ['2026-11-18', '2026-11-19', 409],
      ['2026-11-19', '2026-11-30', 409],
      [TODAY, null, 409],
      ['2026-11-22', null, 200],
    ] as const) {
      const room = await lodge.make.room(site);
      const { body: due } = await book(room, '2026-11-15', '2026-11-18');
      expect((await close(room, from, to)).status).toBe(200);
      const answer = await act(due._id, 'check_in', '2026-11-15T12:00:00Z');
      expect([from, answer.status]).toEqual([from, status]);
    }
    // A guest who leaves today has not been there in the nights of a closure from today on.
    const room = await lodge.make.room(site);
    const { body: leaving } = await book(room, '2026-11-15', TODAY);
    expect((await close(room, TODAY)).status).toBe(200);
    expect((await act(leaving._id, 'check_in', '2026-11-15T12:00:00Z')).status).toBe(200);
  });

  test('lets a closure that had these nights be changed and ended', async () => {
    const room = await lodge.make.room(site);
    const { body: due } = await book(room, '2026-11-15', '2026-11-18');
    const { body: closure } = await close(room, '2026-11-18', '2026-11-30');
    // Nobody moves into a closure: it was closed before the guest was late.
    await lodge.sql('DELETE FROM occupancies WHERE closure_id = $1', [closure._id]);
    expect((await act(due._id, 'check_in', '2026-11-15T12:00:00Z')).status).toBe(200);
    await lodge.sql(
      `INSERT INTO occupancies (site_id, booking_id, closure_id, segment, location_id, slot, period, live, in_house)
       VALUES ($1, $2, $2, 1, $3, 1, '[2026-11-18,2026-11-30)', true, false)`,
      [site.id, closure._id, room],
    );
    const path = `/sites/${site.id}/closures/${closure._id}`;
    expect((await manager.patch(path, { to: '2026-12-02' })).status).toBe(200);
    expect((await manager.patch(path, { from: '2026-11-17' })).body.code).toBe('closure_conflict');
    expect((await manager.post(`${path}/end`, { on: TODAY })).status).toBe(200);
  });

  test('has tonight in every read, however the contract came to its end', async () => {
    const [over, shortened] = [await lodge.make.room(site), await lodge.make.room(site)];
    const ids = [await stay(over), await stay(shortened, '2026-11-15', '2026-12-24')];
    expect((await change(ids[1] as string, { contract_end: '2026-11-18' })).status).toBe(200);
    for (const [index, room] of [over, shortened].entries()) {
      expect((await offered(TODAY, '2026-11-22')).map(({ _id }) => _id)).not.toContain(room);
      const later = (await offered('2026-11-22', '2026-11-23')).find(({ _id }) => _id === room);
      expect(later?.occupied_by.booking_id).toBe(ids[index]);
      expect(await nightsIn(room)).toEqual([['2026-11-15', '2026-11-22', 'in_house']]);
      const { days } = (await read(`occupancy?from=${TODAY}&to=2026-11-23&group_by=day`)).data[0];
      expect(days.map(({ in_house }: { in_house: number }) => in_house)[1]).toBe(0);
      const tonight = await manager.get(`/bookings?site=${site.id}&from=${TODAY}&to=2026-11-22&location=${room}`);
      expect(tonight.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([ids[index]]);
      expect((await close(room, TODAY)).body.conflicts).toMatchObject([{ booking_id: ids[index] }]);
    }
  });

  test('leaves tonight to a guest who has it already, and who is warned', async () => {
    const room = await lodge.make.room(site);
    const id = await stay(room);
    const next = await book(room, TODAY, '2026-11-25');
    expect(next.body.warnings).toMatchObject([{ code: 'overstay_in_place', booking_ids: [id] }]);
    expect(await nightsIn(room)).toEqual([
      ['2026-11-15', TODAY, 'in_house'],
      [TODAY, '2026-11-25', 'held'],
    ]);
  });

  test('leaves the other bed of a room to the guest of tonight, and a second guest is warned', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const late = await stay(room);
    const first = await book(room, TODAY, '2026-11-24');
    const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);
    expect([first.status, codes(first.body)]).toEqual([200, []]);
    expect((await offered(TODAY, '2026-11-22')).map(({ _id }) => _id)).not.toContain(room);
    const second = await book(room, TODAY, '2026-11-24');
    expect(second.body.warnings).toMatchObject([{ code: 'overstay_in_place', booking_ids: [late] }]);
    expect((await act(first.body._id, 'check_in')).status).toBe(200);
    expect((await act(second.body._id, 'check_in')).status).toBe(409);
    expect((await act(late, 'check_out')).status).toBe(200);
    expect((await act(second.body._id, 'check_in')).status).toBe(200);
  });

  test('fills a room for two together with the guest who has the same bed tonight: it is not offered, and a third guest is warned', async () => {
    const house = await lodge.make.location(site.id, site.buildingType);
    const room = await lodge.make.room(site, { parent_id: house, capacity: 2 });
    const counted = async () => {
      const query = `from=${TODAY}&to=2026-11-23&group_by=building`;
      const { body } = await manager.get(`/sites/${site.id}/occupancy?${query}`);
      const { days } = body.data.find(({ _id }: { _id: string }) => _id === house);
      return days.map(({ held, in_house, free }: Record<string, number>) => [held, in_house, free]);
    };
    const late = await stay(room, '2026-11-15', TODAY);
    const due = await book(room, TODAY, '2026-11-24');
    expect(due.body.warnings).toEqual([]);
    expect(await offered(TODAY, '2026-11-22')).toContainEqual(expect.objectContaining({ _id: room, free: 1 }));
    expect(await counted()).toEqual([[1, 0, 1], [1, 0, 1]]); // prettier-ignore
    expect((await change(late, { contract_end: '2026-11-20' })).status).toBe(200);
    expect(await counted()).toEqual([[1, 1, 0], [1, 0, 1]]); // prettier-ignore
    expect((await offered(TODAY, '2026-11-22')).map(({ _id }) => _id)).not.toContain(room);
    expect(await offered('2026-11-22', '2026-11-23')).toContainEqual(expect.objectContaining({ _id: room, free: 1 }));
    const third = await book(room, TODAY, '2026-11-24');
    expect(third.body.warnings).toMatchObject([{ code: 'overstay_in_place', booking_ids: [late] }]);
    const { body } = await manager.get(`/bookings/${third.body._id}?site=${site.id}`);
    expect(body.warnings).toEqual(third.body.warnings);
    expect(await counted()).toEqual([[2, 0, 0], [2, 0, 0]]); // prettier-ignore
  });

  test('would not leave a bed for the last guest of a later night, who is warned in whatever bed', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const late = await stay(room);
    const other = await book(room, '2026-11-16', '2026-11-22');
    expect((await act(other.body._id, 'check_in', '2026-11-16T12:00:00Z')).status).toBe(200);
    const warned = [{ code: 'overstay_in_place', booking_ids: [late] }];
    expect((await book(room, '2026-11-22', '2026-11-24')).body.warnings).toMatchObject(warned);
    const last = await book(room, '2026-11-22', '2026-11-24');
    expect(last.body.warnings).toMatchObject(warned);
    expect((await manager.get(`/bookings/${last.body._id}?site=${site.id}`)).body.warnings).toEqual(last.body.warnings);
    expect((await act(late, 'check_out')).status).toBe(200);
    expect((await manager.get(`/bookings/${last.body._id}?site=${site.id}`)).body.warnings).toEqual([]);
  });

  test('takes nights of a closure only in the own room: it begins later there, and not in the rest of the house', async () => {
    const house = await lodge.make.location(site.id, site.buildingType);
    const [room, other] = [await lodge.make.room(site, { parent_id: house }), await lodge.make.room(site, { parent_id: house })]; // prettier-ignore
    const id = await stay(room, '2026-11-15', '2026-11-22');
    const closure = `/sites/${site.id}/closures/${(await close(house, '2026-11-22', '2026-12-05')).body._id}`;
    lodge.clock.set('2026-11-25T12:00:00Z');
    const desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const left = { site: site.id, type: 'check_out', notes: 'late' };
    expect((await desk.post(`/bookings/${id}/transitions`, left)).status).toBe(200);
    const closed = async (path: string, change: object, by: 'patch' | 'post' = 'patch') => {
      const answer = await desk[by](path, change);
      expect([answer.text, answer.status]).toEqual([answer.text, 200]);
      const nights = [await nightsIn(room), await nightsIn(other)];
      return nights.map((all) => all.filter(([, , state]: string[]) => state === 'closed').map((each: string[]) => each.slice(0, 2))); // prettier-ignore
    };
    expect(await closed(closure, { notes: 'as it was' })).toEqual([[['2026-11-25', '2026-12-05']], [['2026-11-22', '2026-12-05']]]); // prettier-ignore
    expect(await closed(closure, { to: '2026-12-10' })).toEqual([[['2026-11-25', '2026-12-10']], [['2026-11-22', '2026-12-10']]]); // prettier-ignore
    expect(await closed(`${closure}/end`, { on: '2026-11-24' }, 'post')).toEqual([[], [['2026-11-22', '2026-11-24']]]);
    // The night of the 24th would be a new one, in which somebody was there.
    expect((await desk.patch(closure, { to: '2026-12-01' })).body.conflicts).toMatchObject([{ booking_id: id }]);
    lodge.clock.set('2026-11-21T12:00:00Z');
  });

  test('takes nights of a booking without an end, which every read has from then on', async () => {
    const room = await lodge.make.room(site);
    const { body: next } = await book(room, '2026-11-18', null);
    const { body: due } = await book(await lodge.make.room(site), '2026-11-15', '2026-11-17');
    expect((await change(due._id, { location: room })).status).toBe(200);
    expect((await act(due._id, 'check_in', '2026-11-15T12:00:00Z')).status).toBe(200);
    expect((await change(due._id, { contract_end: TODAY })).status).toBe(200);
    const { body } = await manager.get(`/bookings/${next._id}?site=${site.id}`);
    expect([body.occupied_from, body.occupied_to]).toEqual([TODAY, null]);
    for (const where of ['', `&location=${room}`]) {
      const list = await manager.get(`/bookings?site=${site.id}&from=2027-01-01&to=2027-01-02${where}`);
      expect(list.body.data.map(({ _id }: { _id: string }) => _id)).toContain(next._id);
    }
  });

  test('is in the way as a stay also when the end of the contract was put into the past', async () => {
    const room = await lodge.make.room(site);
    const id = await stay(room, '2026-11-15', '2026-11-30');
    expect((await change(id, { contract_end: '2026-11-19' })).status).toBe(200);
    expect((await book(room, '2026-11-20', TODAY)).body).toMatchObject({
      detail: expect.stringContaining('stayed there in some of these nights'),
      conflicts: [{ booking_id: id, kind: 'stay' }],
    });
    expect((await book(room, '2026-11-18', TODAY)).body.conflicts).toMatchObject([{ kind: 'booking' }]);
  });

  test('has a room that is not free tonight for those who wait', async () => {
    const room = await lodge.make.room(site);
    await stay(room);
    const waits = { location_type: site.roomType, location_tree: room, name: 'Ann' };
    for (const from of [TODAY, '2026-11-22'])
      expect((await manager.post(`/sites/${site.id}/waiting-list`, { ...waits, from, to: '2026-11-24' })).status).toBe(200); // prettier-ignore
    const { body: next } = await book(room, TODAY, '2026-11-24');
    const gone = { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' };
    const { body } = await manager.post(`/bookings/${next._id}/transitions`, gone);
    expect(body.waiting.map(({ from }: { from: string }) => from)).toEqual(['2026-11-22']);
  });

  test('lets the booking of the next guest be changed, but not for nights that were not its own', async () => {
    const room = await lodge.make.room(site);
    const { body: next } = await book(room, '2026-11-18', '2026-11-30');
    await lodge.sql('UPDATE occupancies SET live = false WHERE booking_id = $1', [next._id]);
    const late = await stay(room);
    await lodge.sql('UPDATE occupancies SET live = true WHERE booking_id = $1', [next._id]);
    expect((await change(next._id, { notes: 'Rings first' })).status).toBe(200);
    expect(await change(next._id, { contract_start: '2026-11-17' })).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: late, kind: 'stay' }] },
    });
    const longer = await change(next._id, { contract_end: '2026-12-05' });
    expect([longer.text, longer.status]).toEqual([longer.text, 200]);
    expect(longer.body).toMatchObject({ contract_start: '2026-11-18', occupied_from: '2026-11-18' });
    expect(longer.body.stays).toEqual([{ location: room, from: TODAY, to: '2026-12-05', state: 'held' }]);
    expect((await change(next._id, { contract_start: '2026-11-19' })).status).toBe(200);
    expect((await act(late, 'check_out')).status).toBe(200);
    expect((await act(next._id, 'check_in')).status).toBe(200);
  });

  test('is named for later nights also in a room to which the resident moved today, and not for nights that are over', async () => {
    const [old, room] = [await lodge.make.room(site), await lodge.make.room(site)];
    const late = await stay(old);
    const move = { site: site.id, location: room };
    expect((await manager.post(`/bookings/${late}/moves`, move)).status).toBe(200);
    const named = async (from: string, to: string) => (await offered(from, to)).find(({ _id }) => _id === room)?.occupied_by; // prettier-ignore
    expect(await named('2026-11-22', '2026-11-24')).toMatchObject({ booking_id: late });
    expect(await named('2026-11-10', '2026-11-12')).toBeNull();
    expect(await named(TODAY, '2026-11-24')).toBeUndefined();
    const dorm = await lodge.make.room(site, { capacity: 2 });
    await stay(dorm);
    expect((await offered(TODAY, '2026-11-24')).find(({ _id }) => _id === dorm)).toMatchObject({ occupied_by: null });
    const { body } = await book(room, '2026-11-22', '2026-11-24');
    expect(body.warnings).toMatchObject([{ code: 'overstay_in_place', booking_ids: [late] }]);
  });

  test('is named first of those who are late to leave a room if they were to leave it first, also without an end of the contract', async () => {
    const [dorm, other] = [await lodge.make.room(site, { capacity: 3 }), await lodge.make.room(site)];
    const guest = await stay(dorm, '2026-11-15', '2026-11-24');
    const mover = await stay(dorm, '2026-11-15', null);
    const move = { site: site.id, location: other, on: '2026-11-23' };
    expect((await manager.post(`/bookings/${mover}/moves`, move)).status).toBe(200);
    const named = async () => (await offered('2026-11-27', '2026-11-29')).find(({ _id }) => _id === dorm)?.occupied_by;
    lodge.clock.set('2026-11-25T12:00:00Z');
    try {
      expect(await named()).toMatchObject({ booking_id: mover, contract_end: null });
      expect((await act(mover, 'check_out')).status).toBe(200);
      expect(await named()).toMatchObject({ booking_id: guest, contract_end: '2026-11-24' });
    } finally {
      lodge.clock.set(NOW);
    }
  });

  test('takes the first nights after a planned move of the next guest, whom lists of these nights do not have', async () => {
    const [room, other] = [await lodge.make.room(site), await lodge.make.room(site)];
    const { body: next } = await book(room, '2026-11-22', '2026-11-30');
    const late = await stay(other, '2026-11-18', '2026-11-23');
    const move = { site: site.id, location: other, on: '2026-11-23' };
    expect((await manager.post(`/bookings/${next._id}/moves`, move)).status).toBe(200);
    const isListed = async (from: string, to: string) =>
      (await manager.get(`/bookings?site=${site.id}&from=${from}&to=${to}&limit=200`)).body.data.some(({ _id }: { _id: string }) => _id === next._id); // prettier-ignore
    lodge.clock.set('2026-11-25T12:00:00Z');
    try {
      expect((await act(late, 'check_out')).status).toBe(200);
      const nights = [['2026-11-22', '2026-11-23'], ['2026-11-23', '2026-11-25'], ['2026-11-24', '2026-11-26']] as const; // prettier-ignore
      for (const [index, [from, to]] of nights.entries())
        expect([from, await isListed(from, to)]).toEqual([from, index !== 1]);
    } finally {
      lodge.clock.set(NOW);
    }
  });

  test('pushes all nights before the planned move of the next guest, who has those after it as before', async () => {
    const [room, other] = [await lodge.make.room(site), await lodge.make.room(site)];
    const { body: next } = await book(room, '2026-11-22', '2026-11-30');
    const late = await stay(room, '2026-11-18', '2026-11-22');
    const move = { site: site.id, location: other, on: '2026-11-23' };
    expect((await manager.post(`/bookings/${next._id}/moves`, move)).status).toBe(200);
    lodge.clock.set('2026-11-25T12:00:00Z');
    try {
      expect((await act(late, 'check_out')).status).toBe(200);
      const found = (await manager.get(`/bookings?site=${site.id}&from=2026-11-23&to=2026-11-24&location=${other}`)).body.data; // prettier-ignore
      expect(found).toMatchObject([{ _id: next._id, occupied_from: '2026-11-23', occupied_to: '2026-11-30' }]);
    } finally {
      lodge.clock.set(NOW);
    }
  });
});
