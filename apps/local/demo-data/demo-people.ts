import { NAMES } from '#apps/demo/name-lists';
import { pick, seeded } from '#apps/demo/seeded';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';

export interface PersonRow {
  site_id: string;
  id: string;
  student_id: string;
  first_name: string;
  last_name: string;
  email: string;
  location_id: string;
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** A second record of the first student, as entered at the door. */
export const secondRecord = (home: string): PersonRow => ({
  site_id: EXAMPLE.site,
  id: EXAMPLE.mergedStudent,
  student_id: 'DOOR-0001',
  first_name: 'Zoe',
  last_name: 'Angstrom',
  email: 'zoe.angstrom@home.example',
  location_id: home,
});

/** Students with names from many places, the same on every machine. They live nowhere in particular until they check in. */
export function planPeople(siteId: string, count: number, home: string, prefix: string): PersonRow[] {
  const random = seeded(count);
  const tongues = Object.values(NAMES);
  return Array.from({ length: count }, (_, index) => {
    const { first, last } = pick(tongues, random);
    const [first_name, last_name] = index === 0 ? ['Zoë', 'Ångström'] : [pick(first, random), pick(last, random)];
    const student_id = `${prefix}${String(index + 1).padStart(5, '0')}`;
    return {
      site_id: siteId,
      id: index === 0 && siteId === EXAMPLE.site ? EXAMPLE.student : newId(),
      student_id,
      first_name,
      last_name,
      email: `${plain(first_name)}.${plain(last_name)}.${student_id.toLowerCase()}@students.example`,
      location_id: home,
    };
  });
}
