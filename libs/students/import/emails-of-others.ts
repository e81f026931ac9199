import { countsOf } from '#libs/core/collections/counted';
import { addTo } from '#libs/core/collections/grouped';
import type { KnownPerson, PeopleIndex } from '#libs/matching/people-index';
import { isOneSlip } from '#libs/matching/one-slip';
import { nameOf } from '#libs/matching/person-name';
import { domainOf, HouseDomains } from '#libs/students/import/house-domains';
import { areLatin, namesOfAddress, withoutName, wordsOfAddress } from '#libs/students/import/names-of-address';
import {
  addressedLetters,
  type AddressNames,
  type HouseForms,
  usualAddresses,
} from '#libs/students/import/address-forms';
import { isCalled, type IsFirstName } from '#libs/students/import/first-names';
import { orderOf } from '#libs/students/import/turned-names';
import { isOfOffice } from '#libs/students/import/office-emails';
import { kindOf } from '#libs/students/import/usual-ids';
import { open, refuseMixed, type Verdict } from '#libs/students/import/verdicts';

const LEAST_LETTERS = 3;
interface Called extends AddressNames {
  verdict: Verdict;
}

/**
 * Refuses new emails that are made of the name of another row or record, or of another first name with the same last name, that are the address of an
 * office or of parents, and those that take the place of an address of the house. Columns that slipped by a row, twins and contact columns look like this.
 */
export function refuseEmailsOfOthers(
  verdicts: Verdict[],
  people: PeopleIndex,
  houses: HouseForms,
  isFirstName: IsFirstName,
): void {
  refuseIdsOfOthers(verdicts, people);
  const all = verdicts.map((verdict): Called => {
    const { row, known } = verdict;
    return {
      verdict,
      first: namesOfAddress(row.first_name, known?.first_name),
      last: namesOfAddress(row.last_name, known?.last_name),
    };
  });
  const mayChange = new Set(open(verdicts));
  const isGiven = ({ verdict: { row, known } }: Called) => row.email !== null && row.email_key !== known?.email_key; // prettier-ignore
  const given = all.filter((each) => mayChange.has(each.verdict) && isGiven(each));
  const others = byUsualAddress(all, new Set(given.flatMap(({ verdict }) => addressedLetters(verdict.row.email))));
  const domains = new HouseDomains(people, verdicts);
  let named: ReadonlySet<string> | undefined;
  for (const one of given) {
    const { row, known } = one.verdict;
    const email = row.email ?? '';
    const words = wordsOfAddress(email);
    const other = rowCalled(email, one, others);
    const record = recordCalled(words, one, people);
    const isDoubtful = isOfOffice(words, one) || isOfRelative(words, one) || isOfRelativeInOneWord(words, one, isFirstName) || domains.isLeft(row.email_key, known?.email_key ?? null); // prettier-ignore
    const isStrangers = houses.isOfStranger(email, one) || (isStrange(email, one) && (domainOf(email) === domainOf(known?.email ?? '') || (named ??= domainsOfNames(people, verdicts)).has(domainOf(email)))); // prettier-ignore
    const existing = known?.id ?? other?.verdict.known?.id ?? record?.id ?? null;
    if (isStrangers || other || record) refuseMixed(one.verdict, 'names', existing);
    else if (isDoubtful) Object.assign(one.verdict, { cause: 'identity_conflict', existing });
  }
}

/** The rows that may have each of some addresses, by the letters. */
function byUsualAddress(all: readonly Called[], wanted: ReadonlySet<string>): ReadonlyMap<string, Called[]> {
  const rows = new Map<string, Called[]>();
  for (const each of all)
    for (const letters of new Set(usualAddresses(each))) if (wanted.has(letters)) addTo(rows, letters, each);
  return rows;
}

/** The row of somebody else of whose names an address is made as usual, while it is not made so of the own ones. */
function rowCalled(email: string, own: Called, others: ReadonlyMap<string, Called[]>): Called | undefined {
  const found = addressedLetters(email).flatMap((letters) => others.get(letters) ?? []);
  return found.includes(own) ? undefined : found.find(({ verdict }) => verdict.person !== own.verdict.person);
}

/** The domains in which addresses consist of the names of people: nora.newby@. */
const domainsOfNames = (people: PeopleIndex, verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set([...people.all, ...verdicts.map(({ row }) => row)].flatMap((each) => (orderOf(each) === undefined ? [] : [domainOf(each.email ?? '')]))); // prettier-ignore

const TWO_NAMES = /^\p{L}{3,}[._-]\p{L}{3,}$/u;
/** Whether an address has two names, of which neither has anything to do with those of the person. */
function isStrange(email: string, { first, last }: Called): boolean {
  const [local = ''] = email.split('@');
  const own = [...first, ...last];
  if (!TWO_NAMES.test(local) || own.length === 0 || !areLatin(own)) return false;
  const isOwn = (part: string) => own.some((name) => isCalled(part, name) || part.includes(name) || name.includes(part) || isOneSlip(part, name)); // prettier-ignore
  return !wordsOfAddress(email).some(isOwn);
}

/** The domains of which most addresses in a list are the ids of their students: kc1001@. */
function domainsOfIds(verdicts: readonly Verdict[]): ReadonlySet<string> {
  const rows = verdicts.flatMap(({ row: { student_key: id, email_key: email } }) => (id === null || email === null ? [] : [{ id, email }])); // prettier-ignore
  const counts = countsOf(rows.map(({ email }) => domainOf(email)));
  const made = countsOf(rows.filter(({ id, email }) => email.startsWith(`${id}@`)).map(({ email }) => domainOf(email)));
  return new Set([...made].filter(([domain, count]) => count >= LEAST_IDS && count * 2 >= (counts.get(domain) ?? 0)).map(([domain]) => domain)); // prettier-ignore
}
const LEAST_IDS = 3;

/** Refuses new emails that are the student id of another row or record, or of nobody where others have their own, as those of columns that slipped are. Emails that a record has are looked at later. */
function refuseIdsOfOthers(verdicts: Verdict[], people: PeopleIndex): void {
  const rows = new Map(verdicts.flatMap((verdict) => (verdict.row.student_key === null ? [] : [[verdict.row.student_key, verdict]]))); // prettier-ignore
  const made = domainsOfIds(verdicts);
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    const id = row.email_key?.split('@')[0] ?? '';
    if (!/\d/.test(id) || row.email_key === known?.email_key || people.withEmail(row.email)) continue;
    const [other, [record]] = [rows.get(id), people.withStudentId(id)];
    const isOwn =
      row.student_key === id || other?.person === verdict.person || (record !== undefined && record.id === known?.id);
    const isNoId = made.has(domainOf(row.email ?? '')) && row.student_key !== null && kindOf(id) === kindOf(row.student_key); // prettier-ignore
    if (!isOwn && (isNoId || (other ?? record))) Object.assign(verdict, { cause: 'identity_conflict', existing: known?.id ?? record?.id ?? null }); // prettier-ignore
  }
}

/** Somebody else of the site whose first and last name an address has, and nothing else. */
function recordCalled(words: readonly string[], own: Called, people: PeopleIndex): KnownPerson | undefined {
  const parts = words.filter((word) => word.length >= LEAST_LETTERS);
  if (parts.length !== 2 || isMadeOf(parts, own)) return undefined;
  const name = nameOf({ first_name: parts[0] ?? '', last_name: parts[1] ?? '' });
  return people.nearly(name).find(({ first_name, last_name }) => isMadeOf(parts, { first: namesOfAddress(first_name), last: namesOfAddress(last_name) })); // prettier-ignore
}

const isMadeOf = (parts: readonly string[], { first, last }: AddressNames): boolean =>
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
  isFirstName: IsFirstName,
): boolean {
  if (others.length > 0 || first.length === 0) return false;
  const rests = last.filter((name) => name.length >= LEAST_LETTERS).flatMap((name) => withoutName(word, name));
  const isOwn = (rest: string) => first.some((name) => isCalled(rest, name));
  return rests.some((rest) => rest.length >= LEAST_LETTERS && isFirstName(rest)) && !rests.some(isOwn);
}
