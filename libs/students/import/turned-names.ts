import { addTo } from '#libs/core/collections/grouped';
import type { PeopleIndex } from '#libs/matching/people-index';
import { searchable } from '#libs/matching/text';
import { domainOf } from '#libs/students/import/house-domains';
import { open, type Verdict } from '#libs/students/import/verdicts';

interface Named {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
}

const wordsOf = (name: string | null): string[] => searchable(name ?? '').split(/[^\p{L}]+/u).filter(Boolean); // prettier-ignore

/** In which order an email address has the names of a person: nora.newby@uni.example. */
export function orderOf({ first_name, last_name, email }: Named): 'straight' | 'turned' | undefined {
  const parts = searchable(email?.split('@')[0] ?? '').split(/[._-]/u);
  const [one = '', other = ''] = parts;
  if (parts.length !== 2) return undefined;
  const [first, last] = [wordsOf(first_name), wordsOf(last_name)];
  const [isStraight, isTurned] = [first.includes(one) && last.includes(other), last.includes(one) && first.includes(other)]; // prettier-ignore
  return isStraight === isTurned ? undefined : isStraight ? 'straight' : 'turned';
}

/**
 * The same of an address with both names in one word or other signs and numbers, or with one of them and the initial of the other: piamarsh@, pia.marsh.2027@,
 * pmarsh@, marsh.p@. The whole one is the last name.
 */
function orderInOneWord(person: Named): 'straight' | 'turned' | undefined {
  const local = searchable(person.email?.split('@')[0] ?? '').replace(/[^\p{L}]+/gu, '');
  const [first, last] = [wordsOf(person.first_name), wordsOf(person.last_name)];
  const areBoth = (one: string[], other: string[]) => one.some((name) => other.some((next) => local === name + next));
  const has = (initials: string[], whole: string[]) =>
    whole.some((name) => restsOf(local, name).some((rest) => initials.some((each) => isShortOf(rest, each))));
  const isIn = areBoth(first, last) || areBoth(last, first) ? areBoth : has;
  const [isStraight, isTurned] = [isIn(first, last), isIn(last, first)];
  return isStraight === isTurned ? undefined : isStraight ? 'straight' : 'turned';
}

const restsOf = (local: string, name: string): string[] => [
  ...(local.endsWith(name) ? [local.slice(0, -name.length)] : []),
  ...(local.startsWith(name) ? [local.slice(name.length)] : []),
];
/** Whether a text is the beginning of a name, its initial with that of another name, or the name with one. */
const isShortOf = (text: string, name: string): boolean =>
  text !== '' && text.startsWith(name.charAt(0)) && (name.startsWith(text) || text.length <= 2 || text.length === name.length + 1); // prettier-ignore

const countOf = (people: Iterable<Named>, order = orderOf) => {
  const count = { straight: 0, turned: 0 };
  for (const person of people) {
    const found = order(person);
    if (found) count[found]++;
  }
  return count;
};

const OUTWEIGHS = 10;

/** Whether the addresses of a site, as far as they have both names, have the first one first. */
export function emailsAreStraight(people: PeopleIndex): boolean {
  const { straight, turned } = countOf(people.all);
  return turned === 0 || straight >= OUTWEIGHS * turned;
}

/** The counts of `countOf` for each domain. */
function countByDomain(people: Iterable<Named>, order: typeof orderOf): Map<string, ReturnType<typeof countOf>> {
  const named = new Map<string, Named[]>();
  for (const person of people) if (order(person)) addTo(named, domainOf(person.email ?? ''), person);
  return new Map([...named].map(([domain, those]) => [domain, countOf(those, order)]));
}

const NONE = { straight: 0, turned: 0 };

/** Refuses new people whose names are in the other order than in all addresses of the same domain: the headers of the two names are exchanged. */
export function refuseTurnedNames(verdicts: Verdict[], people: PeopleIndex): void {
  for (const order of [orderOf, orderInOneWord]) refuseTurned(verdicts, people, order);
}

function refuseTurned(verdicts: Verdict[], people: PeopleIndex, order: typeof orderOf): void {
  const turned = open(verdicts).filter(({ row, known }) => known === null && order(row) === 'turned');
  if (turned.length === 0) return;
  const [sites, lists] = [countByDomain(people.all, order), countByDomain(verdicts.map(({ row }) => row), order)]; // prettier-ignore
  for (const verdict of turned) {
    const domain = domainOf(verdict.row.email ?? '');
    const [site, list] = [sites.get(domain) ?? NONE, lists.get(domain) ?? NONE];
    const straight = site.straight + list.straight;
    const isProved = straight > 0 && straight >= OUTWEIGHS * site.turned && (site.straight > 0 || list.straight >= list.turned); // prettier-ignore
    if (isProved) verdict.cause = 'identity_conflict';
  }
}
