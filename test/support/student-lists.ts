import { beforeAll, expect } from '@jest/globals';
import type { SiteFixture } from './factory.js';
import type { Client, Lodge } from './lodge.js';

interface Imported {
  students: { _id: string }[];
  exceptions: { cause: string; existing_record_id: string }[];
}

/** Columns that have the names of the fields. */
export const FIELDS_HEADER = 'student_id,first_name,last_name,email,date_of_birth,location';

/** A new site with rooms of these codes, a manager of it, and how a student is made who lives in one of the rooms. */
export async function siteOfRooms(lodge: Lodge, ...codes: string[]) {
  const site = await lodge.make.site();
  const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  const rooms = new Map<string, string>();
  for (const code of codes) rooms.set(code, await lodge.make.room(site, { code }));
  const make = (student_id: string, first_name: string, last_name: string, room: string, more: object) =>
    lodge.make.student(site, { student_id, first_name, last_name, location_id: rooms.get(room), ...more });
  return { site, manager, make };
}

/** Lists of students as CSV, sent to a site, and what is stored and refused there. */
export function studentLists(
  lodge: Lodge,
  at: () => { site: SiteFixture; manager: Client },
  header = 'Student ID,First name,Last name,Email,Room',
  type: 'partial' | 'full' = 'partial',
) {
  const send = async (...lines: string[]): Promise<Imported> => {
    const { site, manager } = at();
    const text = [header, ...lines].join('\n');
    const { status, body } = await manager.post(`/students/${site.id}/import?type=${type}`, text, { 'content-type': 'text/csv' }); // prettier-ignore
    expect(status).toBe(200);
    return body as Imported;
  };
  return {
    send,
    stored: () => lodge.sql('SELECT * FROM students WHERE site_id = $1 ORDER BY id', [at().site.id]),
    refusals: async (...lines: string[]) =>
      (await send(...lines)).exceptions.map(({ cause, existing_record_id: record }) => [cause, record]),
  };
}

/** A new site for all specs of a file: people with the ids KC1001, KC1002 … live in its room M101, M105 is empty. `ids` are those of records, by `first,last`. */
export function usePeople(lodge: Lodge, people: { name: string; email: string }[]) {
  let place: Awaited<ReturnType<typeof siteOfRooms>>;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    place = await siteOfRooms(lodge, 'M101', 'M105');
    for (const { name, email } of people) {
      const [first = '', last = ''] = name.split(',');
      ids.set(name, await place.make(`KC100${ids.size + 1}`, first, last, 'M101', { email }));
    }
  });
  return { ids, ...studentLists(lodge, () => place) };
}
