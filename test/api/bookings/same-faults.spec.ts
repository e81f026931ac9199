import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import { newId } from '#libs/core/http/ids';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

/** What a booking can be asked for with: right, or wrong in one of the ways there are. */
const PERSON = ['right', 'right', 'right', 'unknown', 'malformed', 'deleted', 'of another site'];
const PLACE = ['right', 'right', 'taken', 'unknown', 'malformed', 'of another site', 'closed', 'not allocatable'];
const OTHER = ['nobody', 'nobody', 'friend', 'unknown', 'malformed', 'deleted', 'of another site', 'the lead person'];
const OVERRIDE = ['none', 'none', 'none', 'of nobody', 'of a booking elsewhere', 'of a guest who is not there'];

interface Told {
  code: string;
  errors?: { pointer: string; code: string; detail: string }[];
}

// A row of a bulk request has its own place in the request and other names for two fields.
const asAlone = (pointer: string): string =>
  pointer
    .replace('/assignments/0', '')
    .replace(/^\/person_id/, '/lead_person')
    .replace(/^\/location_id/, '/location');
const toldBy = (problem: Told | null) =>
  problem && [problem.code, ...(problem.errors ?? []).map((each) => ({ ...each, pointer: asAlone(each.pointer) }))];

describe('a booking that is asked for alone and one that is asked for with others', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let people: Record<string, string>;
  let places: Record<string, string>;
  let overrides: Record<string, object>;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    const foreign = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    people = {
      right: await lodge.make.student(site),
      friend: await lodge.make.student(site),
      unknown: newId(),
      malformed: 'nobody',
      deleted: await lodge.make.student(site, { deleted_at: new Date() }),
      'of another site': await lodge.make.student(foreign),
    };
    places = {
      right: await lodge.make.room(site),
      taken: await lodge.make.room(site),
      unknown: newId(),
      malformed: 'nowhere',
      'of another site': await lodge.make.room(foreign),
      closed: await lodge.make.room(site, { active: false }),
      'not allocatable': site.building,
    };
    const taken = await book('right', 'taken', []);
    const elsewhere = await manager.post('/bookings', {
      ...stay(),
      lead_person: people.right,
      location: await lodge.make.room(site),
    });
    const why = { action: 'void', cancellation_code: 'data_entry_error' };
    overrides = {
      none: {},
      'of nobody': { override: { conflict_booking_id: newId(), ...why } },
      'of a booking elsewhere': { override: { conflict_booking_id: elsewhere.body._id, ...why } },
      'of a guest who is not there': { override: { conflict_booking_id: taken.body._id, action: 'check_out' } },
    };
  });
  afterAll(() => lodge.stop());

  const stay = () => ({ site: site.id, contract_start: '2030-01-10', contract_end: '2030-01-20' });
  const book = (lead: string, place: string, additional_people: string[], more = {}): Promise<Answer> =>
    manager.post('/bookings', {
      ...stay(),
      lead_person: people[lead],
      location: places[place],
      additional_people,
      ...more,
    });

  test('fail with the same code and the same errors, whatever is wrong with them', async () => {
    const codes = new Set<string>();
    const request = fc.record({
      lead: fc.constantFrom(...PERSON),
      place: fc.constantFrom(...PLACE),
      others: fc.uniqueArray(fc.constantFrom(...OTHER), { maxLength: 3 }),
      override: fc.constantFrom(...OVERRIDE),
    });
    const compare = async ({
      lead,
      place,
      others,
      override,
    }: {
      lead: string;
      place: string;
      others: string[];
      override: string;
    }) => {
      const ids = others.flatMap((other) => (other === 'the lead person' ? people[lead] : people[other]) ?? []);
      const more = [...new Set(ids)];
      const alone = await book(lead, place, more, overrides[override]);
      const failure = alone.status === 200 ? null : alone.body;
      if (alone.status === 200) await lodge.sql('DELETE FROM occupancies WHERE booking_id = $1', [alone.body._id]);
      const row = {
        person_id: people[lead],
        location_id: places[place],
        additional_people: more,
        ...overrides[override],
      };
      // The second row fails, so the first one is never kept.
      const assignments = [row, { person_id: newId(), location_id: newId() }];
      const together = await manager.post('/bookings/bulk', { ...stay(), atomic: true, assignments });
      expect(together.status).toBe(200);
      codes.add(failure?.errors?.[0]?.code ?? failure?.code ?? 'made');
      expect(toldBy(together.body.results[0].error)).toEqual(toldBy(failure));
    };
    const conflict = { lead: 'right', place: 'taken', others: [], override: 'none' };
    await fc.assert(fc.asyncProperty(request, compare), { numRuns: 150, examples: [[conflict]] });
    expect([...codes].sort()).toEqual([
      'booking_conflict',
      'lead_person',
      'location_not_allocatable',
      'made',
      'override_not_applicable',
      'unknown_reference',
    ]);
  });
});
