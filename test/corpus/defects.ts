import { pick } from '#apps/demo/seeded';
import { accepted, asked, change, type Draft, type Defect } from './defect.js';
import { DAYS, ROOMS } from './defects-of-stays.js';
import { NICKNAMES } from './nicknames.js';
import type { Person } from './site.js';
import * as spell from './spellings.js';

const NAME = ['first_name', 'last_name'];
const swap = ({ cells }: Draft) =>
  ([cells.first_name, cells.last_name] = [cells.last_name ?? '', cells.first_name ?? '']);
const nameOf = ({ cells }: Draft) => `${cells.last_name}, ${cells.first_name}`;
const hasZeros = ({ student_id }: Person) => student_id.startsWith('0');
const isTwin = ({ kind }: Person) => kind === 'twin';
// Two of the site's siblings happen to have one name; as namesakes nobody could tell them apart by it.
const isSibling = ({ kind, first_name, relative: other }: Person) =>
  kind === 'sibling' && first_name !== other?.first_name;
const isNamesake = ({ kind }: Person) => kind === 'namesake';
const hasAccents = (person: Person) => /[À-ɏ]/.test(person.first_name + person.last_name) && person.unmistakable;
const isCompound = ({ first_name, last_name, unmistakable }: Person) =>
  / /.test(`${first_name}${last_name}`) && unmistakable;
const isOtherScript = ({ last_name, unmistakable }: Person) => !/[a-z]/i.test(last_name) && unmistakable;
const hasNickname = ({ first_name, unmistakable }: Person) => first_name in NICKNAMES && unmistakable;
const nickname = (draft: Draft) => change(draft, 'first_name', (name) => pick(NICKNAMES[name] ?? [name], draft.random));
const misspell = (draft: Draft) => change(draft, pick(NAME, draft.random), (name) => spell.typo(name, draft.random));
const noZeros = (draft: Draft) => change(draft, 'student_id', (id) => id.replace(/^0+|-/g, ''));
/** The id of another person, which differs by one digit. */
function oneDigitOff({ person, someone }: Draft): string {
  const id = person?.student_id ?? '';
  return someone((other) => other.student_id.length === id.length && differences(other.student_id, id) === 1)
    .student_id;
}
const differences = (one: string, other: string) => [...one].filter((each, index) => each !== other[index]).length;
const relative = (draft: Draft): Person => draft.person?.relative ?? draft.someone();
const stranger = (draft: Draft) => {
  draft.person = null;
  draft.cells.student_id = `LC-${90_000 + Math.floor(draft.random() * 9_999)}`;
  draft.cells.email = `new${Math.floor(draft.random() * 1e6)}@uni.example`;
};

/** Ids and emails. */
const IDENTITY: Record<string, Defect> = {
  'nothing wrong': accepted(() => undefined),
  'only the id': accepted((draft) => draft.keep('student_id')),
  'only the email, in capitals': accepted((draft) => {
    draft.keep('email');
    change(draft, 'email', (email) => email.toUpperCase());
  }),
  'email and name': accepted((draft) => draft.keep('email', ...NAME)),
  'lost zeros, with email': accepted((draft) => {
    draft.about(draft.someone(hasZeros));
    noZeros(draft);
  }),
  'lost zeros, with name': asked((draft) => {
    draft.about(draft.someone(hasZeros));
    draft.keep('student_id', ...NAME);
    noZeros(draft);
  }),
  'lost zeros, nothing else': asked((draft) => {
    draft.about(draft.someone(hasZeros));
    draft.keep('student_id');
    noZeros(draft);
  }),
  'id in odd blanks or lower case': accepted((draft) =>
    change(draft, 'student_id', (id) => spell.oddBlanks(id.toLowerCase(), draft.random)),
  ),
  'id with trailing junk': accepted((draft) =>
    change(draft, 'student_id', (id) => id + pick([';', '.', ',', '*', ' ;', "'"], draft.random)),
  ),
  'id as a spreadsheet guards it': accepted((draft) =>
    change(draft, 'student_id', (id) => pick([`="${id}"`, `'${id}`, `"${id}"`], draft.random)),
  ),
  'id of somebody else, with name': asked((draft) => {
    draft.keep('student_id', ...NAME);
    draft.cells.student_id = draft.someone().student_id;
  }),
  'id one digit off, with email': asked((draft) => {
    draft.cells.student_id = oneDigitOff(draft);
  }),
  'id one digit off, with name': asked((draft) => {
    draft.keep('student_id', ...NAME);
    draft.cells.student_id = oneDigitOff(draft);
  }),
  'id nobody has, with email and name': asked((draft) => change(draft, 'student_id', (id) => `${id}9`)),
  'id nobody has, with name': asked((draft) => {
    draft.keep('student_id', ...NAME);
    change(draft, 'student_id', (id) => `${id}9`);
  }),
  'email nobody has': asked((draft) => change(draft, 'email', (email) => email.replace('uni.', 'mail.'))),
  'email of somebody else': asked((draft) => (draft.cells.email = draft.someone().email)),
  'email of somebody else, no id': asked((draft) => {
    draft.keep('email', ...NAME);
    draft.cells.email = draft.someone().email;
  }),
  'email nobody has, no id': asked((draft) => {
    draft.keep('email', ...NAME);
    change(draft, 'email', (email) => `x${email}`);
  }),
  'email with mailto or brackets': accepted((draft) => {
    draft.keep('email', ...NAME);
    change(draft, 'email', (email) => pick([`mailto:${email}`, `<${email}>`, ` ${email}\u200b`], draft.random));
  }),
};

/** Names. */
const NAMES: Record<string, Defect> = {
  'only the name': accepted((draft) => draft.keep(...NAME)),
  'names swapped': accepted(swap),
  'names swapped, nothing else': asked((draft) => {
    draft.keep(...NAME);
    swap(draft);
  }),
  'whole name in one cell, with id': accepted((draft) => {
    draft.cells = { ...draft.cells, last_name: nameOf(draft), first_name: '' };
    draft.keep('student_id', 'last_name');
  }),
  'whole name in one cell, nothing else': asked((draft) => {
    draft.cells = { ...draft.cells, last_name: nameOf(draft), first_name: '' };
    draft.keep('last_name');
  }),
  'accents lost, with id': accepted((draft) => {
    draft.about(draft.someone(hasAccents));
    draft.keep('student_id', ...NAME);
    for (const column of NAME) change(draft, column, (name) => spell.withoutAccents(name, draft.random));
  }),
  'accents lost, nothing else': asked((draft) => {
    draft.about(draft.someone(hasAccents));
    draft.keep(...NAME);
    for (const column of NAME) change(draft, column, (name) => spell.withoutAccents(name, () => 1));
  }),
  'nickname, with id': asked((draft) => {
    draft.about(draft.someone(hasNickname));
    draft.keep('student_id', ...NAME);
    nickname(draft);
  }),
  'nickname, nothing else': asked((draft) => {
    draft.about(draft.someone(hasNickname));
    draft.keep(...NAME);
    nickname(draft);
  }),
  'typing error in the name, with id': asked((draft) => {
    draft.keep('student_id', ...NAME);
    misspell(draft);
  }),
  'typing error in the name, with email': asked((draft) => {
    draft.keep('email', ...NAME);
    misspell(draft);
  }),
  'typing error in the name, nothing else': asked((draft) => {
    draft.keep(...NAME);
    misspell(draft);
  }),
  'half of a compound name, with id': accepted((draft) => {
    draft.about(draft.someone(isCompound));
    draft.keep('student_id', ...NAME);
    for (const column of NAME) change(draft, column, (name) => name.split(' ')[0] ?? name);
  }),
  'initial, with id': accepted((draft) => {
    draft.keep('student_id', ...NAME);
    change(draft, 'first_name', (name) => `${[...name][0]}.`);
  }),
  'new last name, with id and email': asked((draft) => (draft.cells.last_name = draft.someone().last_name)),
  'other script, with id': accepted((draft) => draft.about(draft.someone(isOtherScript))),
  'other script, nothing else': accepted((draft) => {
    draft.about(draft.someone(isOtherScript));
    draft.keep(...NAME);
  }),
  'odd blanks in the name, nothing else': accepted((draft) => {
    draft.keep(...NAME);
    for (const column of NAME) change(draft, column, (name) => spell.oddBlanks(name, draft.random));
  }),
  'emoji in the name': accepted((draft) => {
    draft.keep('student_id', ...NAME);
    change(draft, 'first_name', (name) => `${name} 🎓`);
  }),
  'formula as the name, with id': asked((draft) => {
    draft.keep('student_id', 'last_name');
    change(draft, 'last_name', (name) => `'=${name}`);
  }),
};

/** Those who are easily taken for each other, and those who are not there at all. */
const LOOKALIKES: Record<string, Defect> = {
  'twin, all given': accepted((draft) => draft.about(draft.someone(isTwin))),
  'twin, id of the other, with name': asked((draft) => {
    draft.about(draft.someone(isTwin));
    draft.keep('student_id', ...NAME);
    draft.cells.student_id = relative(draft).student_id;
  }),
  'twin, id of the other, with email': asked((draft) => {
    draft.about(draft.someone(isTwin));
    draft.cells.student_id = relative(draft).student_id;
  }),
  'twin, email of the other, with name': asked((draft) => {
    draft.about(draft.someone(isTwin));
    draft.keep('email', ...NAME);
    draft.cells.email = relative(draft).email;
  }),
  'twin, only the last name and an initial': asked((draft) => {
    draft.about(draft.someone(isTwin));
    draft.keep(...NAME);
    change(draft, 'first_name', (name) => name.slice(0, 1));
  }),
  'sibling, id of the other, with name': asked((draft) => {
    draft.about(draft.someone(isSibling));
    draft.keep('student_id', ...NAME);
    draft.cells.student_id = relative(draft).student_id;
  }),
  'sibling, all given': accepted((draft) => draft.about(draft.someone(isSibling))),
  'namesake, with id': accepted((draft) => {
    draft.about(draft.someone(isNamesake));
    draft.keep('student_id', ...NAME);
  }),
  'namesake, nothing else': asked((draft) => {
    draft.about(draft.someone(isNamesake));
    draft.keep(...NAME);
  }),
  'somebody new': asked((draft) => {
    stranger(draft);
    draft.cells.first_name = `Q${draft.cells.last_name?.toLowerCase()}`;
  }),
  'somebody new with a known name': asked(stranger),
  'somebody new with the id of another': asked((draft) => {
    const { student_id } = draft.cells;
    stranger(draft);
    draft.cells = { ...draft.cells, ...(student_id && { student_id }), email: '' };
    const { first_name, last_name } = draft.someone((other) => other.student_id !== student_id);
    Object.assign(draft.cells, { first_name: `${last_name}ine`, last_name: `${first_name}sen` });
  }),
  'sibling of a student, with the id of the student': asked((draft) => {
    draft.person = null;
    draft.keep('student_id', ...NAME);
    draft.cells.first_name = 'Quintilian';
  }),
};

export const DEFECTS: Record<string, Defect> = { ...IDENTITY, ...NAMES, ...LOOKALIKES, ...ROOMS, ...DAYS };
