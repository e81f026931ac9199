import { addTo } from '#libs/core/collections/grouped';
import type { PeopleIndex } from '#libs/matching/people-index';
import { searchable } from '#libs/matching/text';
import { domainOf, isOfProvider } from '#libs/students/import/house-domains';
import type { HouseForms } from '#libs/students/import/address-forms';
import type { IsFirstName } from '#libs/students/import/first-names';
import { namesOfAddress, signsOfAddress } from '#libs/students/import/names-of-address';
import { open, refuseMixed, type Verdict } from '#libs/students/import/verdicts';

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

const countOf = (people: Iterable<Named>) => {
  const count = { straight: 0, turned: 0 };
  for (const person of people) {
    const found = orderOf(person);
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

/** The domain of an address and the sign between its words: a house makes all in one way. */
const houseOf = ({ email }: Named): string => `${signsOfAddress(email)}${domainOf(email ?? '')}`;

/** The counts of `countOf` for each house. */
function countByHouse(people: Iterable<Named>): Map<string, ReturnType<typeof countOf>> {
  const named = new Map<string, Named[]>();
  for (const person of people) if (orderOf(person)) addTo(named, houseOf(person), person);
  return new Map([...named].map(([house, those]) => [house, countOf(those)]));
}

const NONE = { straight: 0, turned: 0 };

/** Refuses new people whose names are in the other order than in the addresses of the same domain: the headers of the two names are exchanged. */
export function refuseTurnedNames(
  verdicts: Verdict[],
  people: PeopleIndex,
  houses: HouseForms,
  isFirstName: IsFirstName,
): void {
  // Where people choose their addresses, the names themselves have to look exchanged.
  const areFirst = (name: string | null) => namesOfAddress(name).some(isFirstName);
  const mayBeTurned = ({ email, first_name, last_name }: Named) => !isOfProvider(email ?? '') || (areFirst(last_name) && !areFirst(first_name)); // prettier-ignore
  const added = open(verdicts).filter(({ known, row }) => known === null && mayBeTurned(row));
  for (const verdict of added) if (houses.isTurned(verdict.row)) refuseMixed(verdict, 'names');
  const turned = open(added).filter(({ row }) => orderOf(row) === 'turned');
  if (turned.length === 0) return;
  const [sites, lists] = [countByHouse(people.all), countByHouse(verdicts.map(({ row }) => row))];
  for (const verdict of turned) {
    const house = houseOf(verdict.row);
    const [site, list] = [sites.get(house) ?? NONE, lists.get(house) ?? NONE];
    const straight = site.straight + list.straight;
    const isProved = straight > 0 && straight >= OUTWEIGHS * site.turned && (site.straight > 0 || list.straight >= list.turned); // prettier-ignore
    if (isProved) refuseMixed(verdict, 'names');
  }
}
