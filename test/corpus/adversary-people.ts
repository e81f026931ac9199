import { pick } from '#apps/demo/seeded';
import type { Person } from './site.js';
import { lettersForDigits, LOOK_ALIKES, signsLost, transliterated } from './strangers.js';

type Random = () => number;
export type Cells = Record<string, string>;
type Name = Pick<Person, 'first_name' | 'last_name'>;

/** The person of a row, and how certain that is. Null: it cannot be known. */
export interface Who {
  kind: string;
  cells: Cells;
  person: string | null;
  /** Nobody has to look at it: always, or only when nobody of the site and the file is called nearly the same. */
  clear: 'always' | 'alone' | 'never';
  /** What two names have in common that differ by just what this row differs by from the name that it means. */
  same?: ((name: Name) => string) | undefined;
}

export const written = ({ first_name, last_name }: Name): string =>
  `${first_name} ${last_name}`.replace(/\s+/g, ' ').trim();

/** Case, and dashes for blanks, make nobody of a name alone somebody else. */
const plain = (name: Name): string => written(name).toLowerCase().replaceAll('-', ' ');

/** All that names may differ by without a letter being another one: much more than is tolerated anywhere. */
export const crudely = ({ first_name, last_name }: Name): string =>
  `${first_name} ${last_name}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’`ʼ\u200b-\u200d]/gu, '')
    .replace(
      /[łđøıßæœþ]/g,
      (sign) => ({ þ: 'th', ł: 'l', đ: 'd', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' })[sign] ?? sign,
    )
    .replace(/([aou])[ea]/g, '$1')
    .split(/[\s,.-]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');

const exactly = ({ first_name, last_name }: Name): string =>
  `${first_name.trim()}|${last_name.trim()}`.replaceAll('\u00a0', '');
const inAnyOrder = (name: Name): string =>
  written(name)
    .split(/[\s,]+/u)
    .sort()
    .join(' ');
const inCapitals = (name: Name): string => exactly(name).toUpperCase();
const withoutSigns = (name: Name): string => signsLost(exactly(name));
const withAnything = (name: Name): string => inAnyOrder({ first_name: signsLost(name.first_name), last_name: signsLost(name.last_name) }).toUpperCase().replaceAll('-', ' '); // prettier-ignore
const withoutDashes = (name: Name): string => exactly(name).replaceAll('-', ' ');

const ofId = (write: (person: Person, random: Random) => Cells) => (person: Person, random: Random): Cells => ({ student_id: person.student_id, ...write(person, random) }); // prettier-ignore
const names = ({ first_name, last_name }: Name): Cells => ({ first_name, last_name });
const each = (change: (text: string) => string) => ({ first_name, last_name }: Name): Cells => ({ first_name: change(first_name), last_name: change(last_name) }); // prettier-ignore

/** How a row names the person that it means. */
const HONEST: Record<string, [Who['clear'], (person: Person, random: Random) => Cells, ((name: Name) => string)?]> = {
  'all right': ['always', ({ student_id, email, first_name, last_name }) => ({ student_id, email, first_name, last_name })],
  'id and name': ['always', ofId(names)],
  'email and name': ['always', (person) => ({ email: person.email, ...names(person) })],
  'id alone': ['always', ofId(() => ({}))],
  'email alone': ['always', ({ email }) => ({ email: email.toUpperCase() })],
  'odd blanks': ['always', ({ student_id, first_name, last_name }) => ({ student_id: `\u00a0${student_id}\u200b`, first_name: ` ${first_name}\u00a0`, last_name })],
  'one cell, with id': ['alone', ofId(({ first_name, last_name }) => ({ last_name: `${last_name}, ${first_name}` })), inAnyOrder],
  'one cell the other way, with id': ['alone', ofId(({ first_name, last_name }) => ({ first_name: `${first_name} ${last_name}` })), inAnyOrder],
  'capitals with id': ['alone', ofId(each((text) => text.toUpperCase())), inCapitals],
  'swapped with id': ['alone', ofId(({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name })), inAnyOrder],
  'signs lost, with id': ['alone', ofId(each(signsLost)), withoutSigns],
  'signs lost, with email': ['alone', (person) => ({ email: person.email, ...each(signsLost)(person) }), withoutSigns],
  'blanks for dashes, with id': ['alone', ofId(each((text) => text.replaceAll('-', ' '))), withoutDashes],
  'name alone': ['alone', names, withAnything],
  'name alone in capitals': ['never', each((text) => text.toUpperCase())],
  'name alone, swapped': ['never', ({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name })],
  'name alone without signs': ['never', each(signsLost)],
  'initial, with id': ['never', ofId(({ first_name, last_name }) => ({ first_name: `${[...first_name][0]}.`, last_name }))],
  'half of the last name, with id': ['never', ofId(({ first_name, last_name }) => ({ first_name, last_name: last_name.split(/[ -]/)[0] ?? '' }))],
  'other half of the last name, with id': ['never', ofId(({ first_name, last_name }) => ({ first_name, last_name: last_name.split(/[ -]/).at(-1) ?? '' }))],
  'transliterated, with id': ['never', ofId(each(transliterated))],
  'name alone, transliterated': ['never', each(transliterated)],
  'married, with id': ['never', ofId(({ first_name, last_name }, random) => ({ first_name, last_name: pick([`Baker`, `${last_name}-Baker`, `Baker née ${last_name}`, `Baker (${last_name})`], random) }))],
  'a title, with id': ['never', ofId(({ first_name, last_name }, random) => ({ first_name: `${pick(['Dr.', 'Ms', 'Herr', 'Prof. Dr.'], random)} ${first_name}`, last_name }))],
  'letters for digits in the id': ['never', ({ student_id, first_name, last_name }, random) => ({ student_id: lettersForDigits(student_id, random), first_name, last_name })],
  'zeros in the id': ['never', ({ student_id, first_name, last_name }) => ({ student_id: student_id.replace(/^U/, 'U0'), first_name, last_name })],
}; // prettier-ignore

/** As most rows of most files name people. */
const PLAIN = ['all right', 'id and name', 'email and name', 'id alone'];

/** Somebody of the site, named so that it can only be them. */
export function honestly(person: Person, people: readonly Person[], random: Random): Who {
  const kind = random() < 0.4 ? pick(PLAIN, random) : pick(Object.keys(HONEST), random);
  const [clear, write, same] = HONEST[kind] as (typeof HONEST)[string];
  const cells = write(person, random);
  // A name alone that is just another's means that one.
  const isNameAlone = !cells.student_id && !cells.email;
  const { first_name = '', last_name = '' } = cells;
  const called = people.filter((each) => written(each) === written({ first_name, last_name }));
  const meant = isNameAlone && called[0] && !called.includes(person) ? called[0] : person;
  return { kind, cells, person: meant.id, clear, same };
}

/** The id, the email or both of one with the name of another. */
export function crossed([one, other]: readonly [Person, Person], random: Random): Who {
  const ids = pick<Cells>([{ student_id: one.student_id }, { email: one.email }, { student_id: one.student_id, email: other.email }, { student_id: one.student_id, email: one.email }], random); // prettier-ignore
  return { kind: 'one with the name of the other', cells: { ...ids, ...names(other) }, person: null, clear: 'never' };
}

/** Somebody of the site beside whose name or id a mark stands: nobody can know what it says. */
export function marked({ student_id, email, first_name, last_name }: Person, random: Random): Who {
  const mark = pick<(text: string) => string>([(text) => `${text} ❌`, (text) => `✗ ${text}`, (text) => `- ${text}`, (text) => `${text} –`, (text) => `${text}*`, (text) => `${text}?`, (text) => text.replace(/\p{Script=Latin}/gu, '$&\u0336').concat('*')], random); // prettier-ignore
  const field = pick(['first_name', 'last_name', 'student_id'], random);
  const cells: Cells = { student_id, email, first_name, last_name };
  return { kind: 'a mark', cells: { ...cells, [field]: mark(cells[field] ?? '') }, person: null, clear: 'never' };
}

/** Somebody who looks like a person of the site: with ids of their own, or with those of that person. Undefined when it became a person of the site. */
export function lookAlike(person: Person, people: readonly Person[], fresh: { student_id: string; email: string }, random: Random): Who | undefined {
  const kind = pick(Object.keys(LOOK_ALIKES), random);
  const name = LOOK_ALIKES[kind]?.(person, random) ?? person;
  // A person who resembles one and has the name of another is not new.
  if (people.some((each) => plain(each) === plain(name))) return undefined;
  const { student_id, email } = person;
  const ids = pick<Cells>([fresh, { student_id: fresh.student_id }, { student_id }, { email }, { student_id, email }, { student_id: fresh.student_id, email }, { student_id, email: fresh.email }, {}, { student_id: lettersForDigits(student_id, random) }], random); // prettier-ignore
  // Lost diacritics, together with an id of the person and none of somebody else, mean the person.
  const isOwn = [ids.student_id, ids.email].some((own) => own && [student_id, email].includes(own));
  const isThem = isOwn && crudely(name) === crudely(person);
  return { kind: `new: ${kind}`, cells: { ...ids, ...names(name) }, person: isThem ? person.id : null, clear: 'never' };
} // prettier-ignore
