import { addTo } from '#libs/core/collections/grouped';
import type { KnownPerson, PeopleIndex } from '#libs/matching/people-index';
import { isOneSlip } from '#libs/matching/one-slip';
import { otherNames } from '#libs/matching/nicknames';
import { nameOf } from '#libs/matching/person-name';
import { domainOf, HouseDomains } from '#libs/students/import/house-domains';
import { namesOfAddress, withoutName, wordsOfAddress } from '#libs/students/import/names-of-address';
import { orderOf } from '#libs/students/import/turned-names';
import { isOfOffice } from '#libs/students/import/office-emails';
import { open, type Verdict } from '#libs/students/import/verdicts';

const LEAST_LETTERS = 3;
interface Called {
  verdict: Verdict;
  first: string[];
  last: string[];
}

/**
 * Refuses new emails that are made of the name of another row or record, or of another first name with the same last name, that are the address of an
 * office or of parents, and those that take the place of an address of the house. Columns that slipped by a row, twins and contact columns look like this.
 */
export function refuseEmailsOfOthers(verdicts: Verdict[], people: PeopleIndex): void {
  refuseIdsOfOthers(verdicts, people);
  const all = verdicts.map((verdict): Called => {
    const { row, known } = verdict;
    return {
      verdict,
      first: namesOfAddress(row.first_name, known?.first_name),
      last: namesOfAddress(row.last_name, known?.last_name),
    };
  });
  const byNames = new Map<string, Called[]>();
  for (const each of all) for (const key of keysOf(each)) addTo(byNames, key, each);
  const byAddress = new Map<string, Called[]>();
  for (const each of all) for (const address of addressesOf(each)) addTo(byAddress, address, each);
  const mayChange = new Set(open(verdicts));
  const houses = new HouseDomains(people, verdicts);
  const isFirstName = firstNamesOf(people, all);
  let named: ReadonlySet<string> | undefined;
  for (const one of all) {
    const { row, known } = one.verdict;
    if (!mayChange.has(one.verdict) || row.email === null || row.email_key === known?.email_key) continue;
    const words = wordsOfAddress(row.email);
    const parts = words.filter((part) => part.length >= LEAST_LETTERS);
    const isElses = parts.length === 2 && !isMadeOf(parts, one);
    const other = isElses ? rowCalled(parts, byNames) : (rowWithInitial(words, one, byNames) ?? rowInOneWord(words, one, byAddress) ?? rowOfShort(words, one, byNames)); // prettier-ignore
    const record = isElses ? recordCalled(parts, people) : undefined;
    const isDoubtful = isOfOffice(words, one) || isOfRelative(words, one) || isOfRelativeInOneWord(words, one, isFirstName) || houses.isLeft(row.email_key, known?.email_key ?? null); // prettier-ignore
    const isOfStranger = isStrange(row.email, one) && (domainOf(row.email) === domainOf(known?.email ?? '') || (named ??= domainsOfNames(people, verdicts)).has(domainOf(row.email))); // prettier-ignore
    if (isDoubtful || isOfStranger || other || record)
      Object.assign(one.verdict, { cause: 'identity_conflict', existing: known?.id ?? other?.verdict.known?.id ?? record?.id ?? null }); // prettier-ignore
  }
}

/** The domains in which addresses consist of the names of people: nora.newby@. */
const domainsOfNames = (people: PeopleIndex, verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set([...people.all, ...verdicts.map(({ row }) => row)].flatMap((each) => (orderOf(each) === undefined ? [] : [domainOf(each.email ?? '')]))); // prettier-ignore

const TWO_NAMES = /^\p{L}{3,}[._-]\p{L}{3,}$/u;
const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
/** Whether an address has two names, of which neither has anything to do with those of the person. */
function isStrange(email: string, { first, last }: Called): boolean {
  const [local = ''] = email.split('@');
  const own = [...first, ...last];
  if (!TWO_NAMES.test(local) || own.length === 0 || !own.every((name) => LATIN.test(name))) return false;
  const isOwn = (part: string) => own.some((name) => isCalled(part, name) || part.includes(name) || name.includes(part) || isOneSlip(part, name)); // prettier-ignore
  return !wordsOfAddress(email).some(isOwn);
}

/** The last names of a row with each first name, and with each initial. */
const keysOf = ({ first, last }: Called): Set<string> =>
  new Set(last.flatMap((name) => first.flatMap((word) => [`${word} ${name}`, `${word.charAt(0)} ${name}`])));

const rowCalled = ([one, other]: readonly string[], byNames: ReadonlyMap<string, Called[]>): Called | undefined =>
  (byNames.get(`${one} ${other}`) ?? byNames.get(`${other} ${one}`))?.[0];

/** The row of somebody else with a short last name, of whose names an address is made: ed.ng@. */
const rowOfShort = (words: readonly string[], { first, last }: Called, byNames: ReadonlyMap<string, Called[]>) =>
  words.length !== 2 || words.some((word) => first.includes(word) || last.includes(word)) ? undefined : rowCalled(words, byNames); // prettier-ignore

/** The addresses in one word that somebody may have: aklein, kleina, annaklein and kleinanna. */
const addressesOf = ({ first, last }: Called): Set<string> =>
  new Set(first.flatMap((name) => [name, name.charAt(0)].flatMap((part) => last.flatMap((each) => [part + each, each + part])))); // prettier-ignore

/** The row of somebody else of whose names an address in one word is made, if none of the own ones is in it. */
function rowInOneWord(
  [word = '', ...more]: readonly string[],
  own: Called,
  byAddress: ReadonlyMap<string, Called[]>,
): Called | undefined {
  if (more.length > 0 || [...own.first, ...own.last].some((name) => name.length >= LEAST_LETTERS && word.includes(name))) return undefined; // prettier-ignore
  return byAddress.get(word)?.find(({ verdict }) => verdict.person !== own.verdict.person);
}

/** The row of somebody else whose last name an address has, with the initial or two letters: m.young@ and ma.young@ for Ann López, beside a Max Young. */
function rowWithInitial(
  words: readonly string[],
  own: Called,
  byNames: ReadonlyMap<string, Called[]>,
): Called | undefined {
  const [last, ...names] = words.filter((word) => word.length >= LEAST_LETTERS);
  const [short] = words.filter((word) => word.length < LEAST_LETTERS);
  if (names.length > 0 || short === undefined || last === undefined || [...own.first, ...own.last].includes(last)) return undefined; // prettier-ignore
  return byNames
    .get(`${short.charAt(0)} ${last}`)
    ?.find(
      ({ verdict, first }) => verdict.person !== own.verdict.person && first.some((name) => name.startsWith(short)),
    );
}

/** Refuses new emails that are the student id of another row or record, as those of columns that slipped are. Emails that a record has are looked at later. */
function refuseIdsOfOthers(verdicts: Verdict[], people: PeopleIndex): void {
  const rows = new Map(verdicts.flatMap((verdict) => (verdict.row.student_key === null ? [] : [[verdict.row.student_key, verdict]]))); // prettier-ignore
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    const id = row.email_key?.split('@')[0] ?? '';
    if (!/\d/.test(id) || row.email_key === known?.email_key || people.withEmail(row.email)) continue;
    const [other, [record]] = [rows.get(id), people.withStudentId(id)];
    const isOwn =
      row.student_key === id || other?.person === verdict.person || (record !== undefined && record.id === known?.id);
    if (!isOwn && (other ?? record)) Object.assign(verdict, { cause: 'identity_conflict', existing: known?.id ?? record?.id ?? null }); // prettier-ignore
  }
}

/** Somebody of the site whose first and last name an address has, and nothing else. */
function recordCalled(parts: readonly string[], people: PeopleIndex): KnownPerson | undefined {
  const name = nameOf({ first_name: parts[0] ?? '', last_name: parts[1] ?? '' });
  return people.nearly(name).find(({ first_name, last_name }) => isMadeOf(parts, { first: namesOfAddress(first_name), last: namesOfAddress(last_name) })); // prettier-ignore
}

const isMadeOf = (parts: readonly string[], { first, last }: Pick<Called, 'first' | 'last'>): boolean =>
  parts.some((part) => last.includes(part)) && parts.some((part) => first.includes(part));

const GENERATIONS = new Set(['sr', 'snr', 'senior']);

/** Whether an address is the last name with the first name of somebody else, a relative or a senior: john.stone@ and w.stone.sr@ for Wanda Stone. */
function isOfRelative(words: readonly string[], { first, last }: Called): boolean {
  const others = words.filter((word) => !last.includes(word));
  if (others.length === words.length || first.length === 0) return false;
  if (others.some((word) => GENERATIONS.has(word) && !first.includes(word))) return true;
  return (
    words.length === 2 && others.length === 1 && others.every((word) => !first.some((name) => isCalled(word, name)))
  );
}

/** The same in one word: helenstone@, if Helen is a first name that is known, or that somebody here has. `newbythebrave@` is nobody else's. */
function isOfRelativeInOneWord(
  [word = '', ...others]: readonly string[],
  { first, last }: Called,
  isFirstName: (word: string) => boolean,
): boolean {
  if (others.length > 0 || first.length === 0) return false;
  const rests = last.filter((name) => name.length >= LEAST_LETTERS).flatMap((name) => withoutName(word, name));
  const isOwn = (rest: string) => first.some((name) => isCalled(rest, name));
  return rests.some((rest) => rest.length >= LEAST_LETTERS && isFirstName(rest)) && !rests.some(isOwn);
}

/** Whether a word is a first name, as far as that is known: it has nicknames, or somebody of the site or the list is called so. */
function firstNamesOf(people: PeopleIndex, list: readonly Called[]): (word: string) => boolean {
  let names: Set<string> | undefined;
  return (word) => {
    if (otherNames(word).length > 0) return true;
    names ??= new Set([
      ...namesOfAddress(...people.all.map((each) => each.first_name)),
      ...list.flatMap(({ first }) => first),
    ]);
    return names.has(word);
  };
}

/** Whether a word is a first name, its beginning, initials or a nickname of it; a longer one is the name of somebody else, as Martina for Martin. */
const isCalled = (word: string, name: string): boolean =>
  name.startsWith(word) || (word.length === 2 && word.startsWith(name.charAt(0))) || otherNames(word).includes(name) || otherNames(name).includes(word); // prettier-ignore
