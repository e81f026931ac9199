import { pick } from '#apps/demo/seeded';
import type { Person } from './site.js';
import { LOOK_ALIKES, signsLost } from './strangers.js';

type Random = () => number;
export type Cells = Record<string, string>;
type Name = Pick<Person, 'first_name' | 'last_name'>;

/** Who a row is about, and how well that can be told. Null: nobody can. */
export interface Who {
  kind: string;
  cells: Cells;
  person: string | null;
  /** Nobody has to look at it: always, or only when nobody of the site and the file is called nearly the same. */
  clear: 'always' | 'alone' | 'never';
}

export const written = ({ first_name, last_name }: Name): string =>
  `${first_name} ${last_name}`.replace(/\s+/g, ' ').trim();

/** All that names may differ by without a letter being another one: much more than is tolerated anywhere. */
export const crudely = ({ first_name, last_name }: Name): string =>
  `${first_name} ${last_name}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’`ʼ\u200b-\u200d]/gu, '')
    .replace(/[łđøıßæœ]/g, (sign) => ({ ł: 'l', đ: 'd', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' })[sign] ?? sign)
    .replace(/([aou])[ea]/g, '$1')
    .split(/[\s,.-]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');

const ofId = (write: (person: Person, random: Random) => Cells) => (person: Person, random: Random): Cells => ({ student_id: person.student_id, ...write(person, random) }); // prettier-ignore
const names = ({ first_name, last_name }: Name): Cells => ({ first_name, last_name });
const each = (change: (text: string) => string) => ({ first_name, last_name }: Name): Cells => ({ first_name: change(first_name), last_name: change(last_name) }); // prettier-ignore

/** How a row names somebody who is meant. */
const HONEST: Record<string, [Who['clear'], (person: Person, random: Random) => Cells]> = {
  'all right': ['always', ({ student_id, email, first_name, last_name }) => ({ student_id, email, first_name, last_name })],
  'id and name': ['always', ofId(names)],
  'email and name': ['always', (person) => ({ email: person.email, ...names(person) })],
  'id alone': ['always', ofId(() => ({}))],
  'email alone': ['always', ({ email }) => ({ email: email.toUpperCase() })],
  'odd blanks': ['always', ({ student_id, first_name, last_name }) => ({ student_id: `\u00a0${student_id}\u200b`, first_name: ` ${first_name}\u00a0`, last_name })],
  'one cell, with id': ['alone', ofId(({ first_name, last_name }) => ({ last_name: `${last_name}, ${first_name}` }))],
  'one cell the other way, with id': ['alone', ofId(({ first_name, last_name }) => ({ first_name: `${first_name} ${last_name}` }))],
  'capitals with id': ['alone', ofId(each((text) => text.toUpperCase()))],
  'swapped with id': ['alone', ofId(({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name }))],
  'signs lost, with id': ['alone', ofId(each(signsLost))],
  'signs lost, with email': ['alone', (person) => ({ email: person.email, ...each(signsLost)(person) })],
  'blanks for dashes, with id': ['alone', ofId(each((text) => text.replaceAll('-', ' ')))],
  'name alone': ['alone', names],
  'name alone in capitals': ['never', each((text) => text.toUpperCase())],
  'name alone, swapped': ['never', ({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name })],
  'name alone without signs': ['never', each(signsLost)],
  'initial, with id': ['never', ofId(({ first_name, last_name }) => ({ first_name: `${[...first_name][0]}.`, last_name }))],
  'half of the last name, with id': ['never', ofId(({ first_name, last_name }) => ({ first_name, last_name: last_name.split(/[ -]/)[0] ?? '' }))],
}; // prettier-ignore

/** Somebody of the site, named so that it can only be them. */
export function honestly(person: Person, random: Random): Who {
  const kind = pick(Object.keys(HONEST), random);
  const [clear, write] = HONEST[kind] as (typeof HONEST)[string];
  return { kind, cells: write(person, random), person: person.id, clear };
}

/** The id, the email or both of one with the name of another. */
export function crossed([one, other]: readonly [Person, Person], random: Random): Who {
  const ids = pick<Cells>([{ student_id: one.student_id }, { email: one.email }, { student_id: one.student_id, email: other.email }, { student_id: one.student_id, email: one.email }], random); // prettier-ignore
  return { kind: 'one with the name of the other', cells: { ...ids, ...names(other) }, person: null, clear: 'never' };
}

/** Somebody who looks like a person of the site: with ids of their own, or with those of that person. Undefined when it became a person of the site. */
export function lookAlike(person: Person, people: readonly Person[], fresh: { student_id: string; email: string }, random: Random): Who | undefined {
  const kind = pick(Object.keys(LOOK_ALIKES), random);
  const name = LOOK_ALIKES[kind]?.(person, random) ?? person;
  // Who looks like one and is called as another is not new.
  if (people.some((each) => written(each) === written(name))) return undefined;
  const { student_id, email } = person;
  const ids = pick<Cells>([fresh, { student_id: fresh.student_id }, { student_id }, { email }, { student_id, email }, { student_id: fresh.student_id, email }, { student_id, email: fresh.email }, {}], random); // prettier-ignore
  return { kind: `new: ${kind}`, cells: { ...ids, ...names(name) }, person: null, clear: 'never' };
} // prettier-ignore
