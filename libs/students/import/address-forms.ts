import { grouped } from '#libs/core/collections/grouped';
import { countsOf, mostFrequent } from '#libs/core/collections/counted';
import type { PeopleIndex } from '#libs/matching/people-index';
import { isOneSlip } from '#libs/matching/one-slip';
import { isCalled } from '#libs/students/import/first-names';
import { domainOf, isOfProvider } from '#libs/students/import/house-domains';
import { areLatin, namesOfAddress, signsOfAddress, wordsOfAddress } from '#libs/students/import/names-of-address';
import type { Verdict } from '#libs/students/import/verdicts';

/** The words of the names of somebody, as addresses have them. */
export interface AddressNames {
  first: readonly string[];
  last: readonly string[];
}

/** How an address is made of names: so many letters of each, the first name before the last one or after it. */
interface AddressForm {
  first: number;
  last: number;
  isTurned: boolean;
}

const ALL = Infinity;
const inBothOrders = (lengths: readonly (readonly [first: number, last: number])[]): AddressForm[] =>
  [false, true].flatMap((isTurned) => lengths.map(([first, last]) => ({ first, last, isTurned })));

/** annaklein, aklein, anklein and annak, and those that begin with the last name. */
const USUAL = inBothOrders([[ALL, ALL], [1, ALL], [2, ALL], [ALL, 1]]); // prettier-ignore
/** Those that computers of universities make beside them: annklein, aklei, ankle, annakl. */
const SHORTENED = inBothOrders([[3, ALL], [ALL, 2], [ALL, 3], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7], [2, 2], [2, 3], [2, 4], [3, 3]]); // prettier-ignore
const FORMS = [...USUAL, ...SHORTENED];

/** An address of this form in its two parts, for each of the names. */
const partsIn = ({ first, last, isTurned }: AddressForm, names: AddressNames): [string, string][] =>
  names.first.flatMap((one) =>
    names.last.map((other): [string, string] => {
      const parts = [one.slice(0, first), other.slice(0, last)] as const;
      return isTurned ? [parts[1], parts[0]] : [...parts];
    }),
  );

/** Whether letters are an address of this form, also with the initial of a second name between both parts, or after them: a.j.klein and kleinaj. */
const isIn = (form: AddressForm, letters: readonly string[], names: AddressNames): boolean =>
  letters.some((each) =>
    partsIn(form, names).some(([one, other]) => {
      const more = each.length - one.length - other.length;
      return (more === 0 || more === 1) && each.startsWith(one) && (each.endsWith(other) || each.slice(0, -1).endsWith(other)); // prettier-ignore
    }),
  );

/** The letters of all usual addresses of somebody. */
export const usualAddresses = (names: AddressNames): string[] => USUAL.flatMap((form) => partsIn(form, names).map((parts) => parts.join(''))); // prettier-ignore

/** So long a word beside others may be an initial, or what a house puts before or after a name. */
const BESIDE_NAMES = 2;

/** The letters of an address, with and without the words that may be no names: a.j.klein, anna.klein.x and st-aklein. */
export function addressedLetters(email: string | null): string[] {
  const words = wordsOfAddress(email);
  const without = words.flatMap((word, at) => (word.length <= BESIDE_NAMES && words.length > 1 ? [words.toSpliced(at, 1)] : [])); // prettier-ignore
  return [words, ...without].map((each) => each.join(''));
}

interface Written {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
}
interface Addressed {
  email: string | null;
  letters: readonly string[];
  /** What stands between the words: the dot of anna.klein@. */
  signs: string;
  names: AddressNames;
}

/** So many addresses of one form, and this share of those of a domain, show how it makes them. */
const [LEAST, LEAST_SHARE] = [3, 1 / 2];
/** From so many addresses on, and this share, one that is not made so is somebody else's. */
const [STRICT, STRICT_SHARE] = [4, 4 / 5];
/** More addresses of one domain say nothing new. */
const MOST = 500;

/** How a domain makes its addresses: the form that most of them have, and whether nearly all have it. */
interface HouseForm {
  form: AddressForm;
  isStrict: boolean;
}

/** The form of most addresses, with the same signs between its parts, if that says something. */
function formOf(
  addresses: readonly Addressed[],
  isOf: (form: AddressForm, address: Addressed) => boolean,
): HouseForm | undefined {
  const some = addresses.slice(0, MOST);
  const countOf = (form: AddressForm) => mostFrequent(countsOf(some.filter((address) => isOf(form, address)).map(({ signs }) => signs)))?.[1] ?? 0; // prettier-ignore
  const [form, count = 0] = mostFrequent(FORMS.map((each) => [each, countOf(each)])) ?? [];
  if (form === undefined || count < LEAST || count < some.length * LEAST_SHARE) return undefined;
  return { form, isStrict: count >= STRICT && count >= some.length * STRICT_SHARE };
}
const isOfOwnNames = (form: AddressForm, { letters, names }: Addressed): boolean => isIn(form, letters, names);

/** The first and the last names of a list, as addresses of a form have them, no matter in which rows. */
class NamesOfList {
  private readonly parts = new Map<AddressForm, readonly [ReadonlySet<string>, ReadonlySet<string>]>();

  private names?: readonly AddressNames[];

  constructor(private readonly rows: readonly Written[]) {}

  private partsIn(form: AddressForm) {
    const names = (this.names ??= this.rows.map(addressNames));
    const cut = (side: 'first' | 'last') =>
      new Set(names.flatMap((each) => each[side].map((name) => name.slice(0, form[side]))));
    const parts =
      this.parts.get(form) ??
      (form.isTurned ? ([cut('last'), cut('first')] as const) : ([cut('first'), cut('last')] as const));
    this.parts.set(form, parts);
    return parts;
  }

  /** Whether an address is one of this form, of a first name and a last name of the list. */
  haveIn = (form: AddressForm, { email }: Pick<Addressed, 'email'>): boolean => {
    const [ones, others] = this.partsIn(form);
    return addressedLetters(email)
      .flatMap(cutsOf)
      .some(([one, other]) => ones.has(one) && others.has(other));
  };
}

/** A word in two, at each of its letters. */
const cutsOf = (word: string): [string, string][] =>
  Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)]);

/** The words of the names of a row or a record. */
export const addressNames = ({ first_name, last_name }: Omit<Written, 'email'>): AddressNames => ({
  first: namesOfAddress(first_name),
  last: namesOfAddress(last_name),
});
const addressed = ({ first_name, last_name, email }: Written): Addressed => ({
  email,
  letters: addressedLetters(email),
  signs: signsOfAddress(email),
  names: addressNames({ first_name, last_name }),
});

/** How houses make the addresses of their people, as those of the site and of the list show. Names of a list may be in wrong rows. */
export class HouseForms {
  private readonly houses = new Map<string, HouseForm[]>();
  private readonly ofSite: ReadonlyMap<string, readonly Written[]>;
  private readonly ofList: ReadonlyMap<string, readonly Written[]>;
  private readonly names: NamesOfList;

  constructor(people: PeopleIndex, verdicts: readonly Verdict[]) {
    this.ofSite = byDomain(people.all);
    const rows = verdicts.map(({ row }) => row);
    this.ofList = byDomain(rows);
    this.names = new NamesOfList(rows);
  }

  private at(domain: string): HouseForm[] {
    const known = this.houses.get(domain);
    if (known) return known;
    const site = addressesOf(this.ofSite.get(domain)?.slice(0, MOST));
    const list = addressesOf(this.ofList.get(domain));
    const found = [formOf(site, isOfOwnNames), formOf(list, isOfOwnNames) ?? formOf(list, this.names.haveIn)];
    const forms = found.filter((form) => form !== undefined);
    this.houses.set(domain, forms);
    return forms;
  }

  /** Whether an address is made of the names as its house makes them, if the first name were the last one. */
  isTurned(person: Written): boolean {
    const { letters, names } = addressed(person);
    const turned = { first: names.last, last: names.first };
    return this.at(domainOf(person.email ?? '')).some(({ form }) => !isIn(form, letters, names) && isIn(form, letters, turned)); // prettier-ignore
  }

  /** Whether an address is made of the names of its person as its house makes most, and would not be if they were exchanged. */
  isStraight = ({ first_name, last_name, email }: Written): boolean =>
    this.isTurned({ first_name: last_name, last_name: first_name, email });

  /** Whether an address is made of the names of its person, as its house makes most. */
  isProved(person: Written): boolean {
    const { email, names } = addressed(person);
    return email !== null && canBeCompared(email, names) && this.at(domainOf(email)).length > 0 && !this.isOfOther(email, names); // prettier-ignore
  }

  /** Whether an address is not made of the names of its person, although its house makes most of names. */
  isOfOther(email: string, names: AddressNames): boolean {
    if (!canBeCompared(email, names) || isOwn(email, names)) return false;
    const letters = addressedLetters(email);
    return this.at(domainOf(email)).some(({ form }) => !isIn(form, letters, names));
  }

  /** The same, and it is made of other names of the list, or its house makes nearly all of names. */
  isOfStranger(email: string, names: AddressNames): boolean {
    const isMade = ({ form, isStrict }: HouseForm) => (isStrict && !isOfProvider(email)) || this.names.haveIn(form, { email }); // prettier-ignore
    return this.at(domainOf(email)).some(isMade) && this.isOfOther(email, names);
  }
}

const byDomain = (people: readonly Written[]): ReadonlyMap<string, readonly Written[]> =>
  grouped(people.filter(({ email }) => email !== null), ({ email }) => domainOf(email ?? '')); // prettier-ignore
/** The addresses of those who have both names. */
const addressesOf = (people: readonly Written[] = []): Addressed[] =>
  people.map(addressed).filter(({ letters, names: { first, last } }) => letters[0] !== '' && first.length > 0 && last.length > 0); // prettier-ignore

/** Whether an address has letters and dots only, with a number at most, and names are in letters that addresses have. */
function canBeCompared(email: string, { first, last }: AddressNames): boolean {
  const [local = ''] = email.split('@');
  return /^[\p{Script=Latin}\p{M}._-]{4,}\d{0,4}$/u.test(local) && first.length > 0 && last.length > 0 && areLatin([...first, ...last]); // prettier-ignore
}

const LEAST_LETTERS = 3;
const isSlip = (part: string, name: string): boolean => name.length > LEAST_LETTERS && isOneSlip(part, name);

/** Whether an address may be that of a person: one name alone, in any order, with a nickname, a slip of the keyboard, initials or names that end early. */
function isOwn(email: string, { first, last }: AddressNames): boolean {
  const words = wordsOfAddress(email);
  if ([...first, ...last].includes(words.join(''))) return true;
  if (words.some((word) => last.includes(word)) && words.some((word) => first.some((name) => isCalled(word, name)))) return true; // prettier-ignore
  const isFirst = (part: string) => first.some((name) => isCalled(part, name) || isSlip(part, name));
  const isLast = (part: string) => last.some((name) => part === name || isSlip(part, name) || (part.length >= LEAST_LETTERS && name.startsWith(part))); // prettier-ignore
  const isWithInitial = (part: string, initial: string) => first.includes(part) && last.some((name) => name.startsWith(initial)); // prettier-ignore
  const isOf = (one: string, other: string) => (isFirst(one) && isLast(other)) || isWithInitial(one, other);
  return addressedLetters(email).flatMap(cutsOf).some(([one, other]) => isOf(one, other) || isOf(other, one)); // prettier-ignore
}
