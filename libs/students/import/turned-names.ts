import { addTo } from '#libs/core/collections/grouped';
import type { PeopleIndex } from '#libs/matching/people-index';
import { searchable } from '#libs/matching/text';
import { domainOf } from '#libs/students/import/house-domains';
import { namesOfAddress, wordsOfAddress } from '#libs/students/import/names-of-address';
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

type Order = typeof orderOf;

/** The order in which an address has the names, without its signs and numbers, if it has them in a certain way. */
const inWay =
  (isIn: (local: string, one: string, other: string) => boolean): Order =>
  (person) => {
    const local = wordsOfAddress(person.email).join('');
    const [first, last] = [namesOfAddress(person.first_name), namesOfAddress(person.last_name)];
    const areIn = (ones: string[], others: string[]) => ones.some((one) => others.some((other) => isIn(local, one, other))); // prettier-ignore
    const [isStraight, isTurned] = [areIn(first, last), areIn(last, first)];
    return isStraight === isTurned ? undefined : isStraight ? 'straight' : 'turned';
  };
/** Whether a text is an initial, also with a letter after it. */
const isShort = (text: string, name: string): boolean => text !== '' && text.length <= 2 && text.startsWith(name.charAt(0)); // prettier-ignore
/** piamarsh@, pia.marsh.2027@ and pia.j.marsh@; pmarsh@, p.marsh@, pi.marsh@; marshp@. What is a nickname in one list is the way of another house. */
const WAYS = [
  inWay((local, one, other) => local.startsWith(one) && local.endsWith(other) && local.length - one.length - other.length <= 1),
  inWay((local, one, other) => local.endsWith(other) && isShort(local.slice(0, -other.length), one)),
  inWay((local, one, other) => local.startsWith(other) && isShort(local.slice(other.length), one)),
]; // prettier-ignore

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
function countByDomain(people: Iterable<Named>, order: Order): Map<string, ReturnType<typeof countOf>> {
  const named = new Map<string, Named[]>();
  for (const person of people) if (order(person)) addTo(named, domainOf(person.email ?? ''), person);
  return new Map([...named].map(([domain, those]) => [domain, countOf(those, order)]));
}

const NONE = { straight: 0, turned: 0 };

/** Refuses new people whose names are in the other order than in all addresses of the same domain: the headers of the two names are exchanged. */
export function refuseTurnedNames(verdicts: Verdict[], people: PeopleIndex): void {
  refuseTurned(verdicts, people, orderOf, 1);
  for (const order of WAYS) refuseTurned(verdicts, people, order, LEAST_STRAIGHT);
}
/** So many addresses show how those in one word are made. */
const LEAST_STRAIGHT = 3;

function refuseTurned(verdicts: Verdict[], people: PeopleIndex, order: Order, least: number): void {
  const turned = open(verdicts).filter(({ row, known }) => known === null && order(row) === 'turned');
  if (turned.length === 0) return;
  const [sites, lists] = [countByDomain(people.all, order), countByDomain(verdicts.map(({ row }) => row), order)]; // prettier-ignore
  for (const verdict of turned) {
    const domain = domainOf(verdict.row.email ?? '');
    const [site, list] = [sites.get(domain) ?? NONE, lists.get(domain) ?? NONE];
    const straight = site.straight + list.straight;
    const isProved = straight >= least && straight >= OUTWEIGHS * site.turned && (site.straight > 0 || list.straight >= list.turned); // prettier-ignore
    if (isProved) verdict.cause = 'identity_conflict';
  }
}
