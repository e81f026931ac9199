import { addressNames, type HouseForms } from '#libs/students/import/address-forms';
import { addTo } from '#libs/core/collections/grouped';
import { LEAST_COUNTED, runsOf } from '#libs/matching/next-value';
import { isCalled } from '#libs/students/import/first-names';
import { namesOfAddress, withoutName, wordsOfAddress } from '#libs/students/import/names-of-address';
import { open, refuseMixed, type Verdict } from '#libs/students/import/verdicts';

const LEAST_LETTERS = 3;

/** A row whose record or email has another last name than the row. */
interface Displaced {
  verdict: Verdict;
  given: string[];
  meant: string[];
}
type Called = Pick<Displaced, 'given' | 'meant'>;

/**
 * Refuses rows that have each other's last names, by their records or by their emails, as when the column was sorted alone or slipped by a row. A last name that
 * nobody else of the list has lost is that of a marriage. Somebody new without a last name is refused if the email has one.
 */
export function refuseSlippedNames(verdicts: Verdict[], houses: HouseForms): void {
  refuseNameless(verdicts);
  // An address of one word is a nickname if nobody is called so.
  const lasts = new Set(verdicts.flatMap(({ row }) => namesOfAddress(row.last_name)));
  refuseDisplaced(verdicts, (verdict) => {
    const given = namesOfAddress(verdict.row.last_name);
    const onlyName = onlyNameInEmail(verdict, given).filter((name) => lasts.has(name));
    return { given, meant: [...lastNameOnRecord(verdict, given), ...lastNameInEmail(verdict, given), ...onlyName] };
  });
  refuseDisplaced(verdicts, firstNameInEmail);
  const isOfOther = ({ row, known }: Verdict) => {
    const email = row.email ?? known?.email ?? null;
    return email !== null && houses.isOfOther(email, addressNames(row));
  };
  const hasOtherLast = (verdict: Verdict) => lastNameInEmail(verdict, namesOfAddress(verdict.row.last_name)).length > 0;
  refuseDragged(verdicts, 'last_name', isOfOther, hasOtherLast);
  refuseDragged(verdicts, 'first_name', isOfOther, (verdict) => firstNameInEmail(verdict).meant.length > 0);
}

/**
 * Refuses a name that several rows one after the other have, if all emails but that of the first have other ones: it was dragged down. Where all emails are made
 * of names, one such row is enough.
 */
function refuseDragged(
  verdicts: Verdict[],
  field: 'first_name' | 'last_name',
  isOfOther: (verdict: Verdict) => boolean,
  hasOtherInEmail: (verdict: Verdict) => boolean,
) {
  const rows = verdicts.map((verdict) => ({ verdict, value: verdict.row[field] }));
  for (const [, ...dragged] of runsOf(rows, (above, name) => above === name))
    if (
      dragged.every(({ verdict }) => isOfOther(verdict)) ||
      (dragged.length >= LEAST_COUNTED - 1 && dragged.every(({ verdict }) => hasOtherInEmail(verdict)))
    )
      for (const { verdict } of dragged) refuseMixed(verdict, 'names');
}

function refuseNameless(verdicts: Verdict[]): void {
  for (const verdict of open(verdicts))
    if (!verdict.known && verdict.row.last_name === null && lastNameInEmail(verdict, []).length > 0)
      verdict.cause = 'identity_conflict';
}

/** Refuses rows that are called as others are meant to be, or the other way round. */
function refuseDisplaced(verdicts: Verdict[], namesOf: (verdict: Verdict) => Called): void {
  const displaced = verdicts.flatMap((verdict): Displaced[] => {
    const { given, meant } = namesOf(verdict);
    return meant.length > 0 ? [{ verdict, given, meant }] : [];
  });
  const [byGiven, byMeant] = [new Map<string, Displaced[]>(), new Map<string, Displaced[]>()];
  for (const each of displaced) {
    for (const name of new Set(each.given)) addTo(byGiven, name, each);
    for (const name of new Set(each.meant)) addTo(byMeant, name, each);
  }
  const isOfAnother = (lists: ReadonlyMap<string, Displaced[]>, names: readonly string[], own: Displaced) =>
    names.some((name) => lists.get(name)?.some((each) => each.verdict.person !== own.verdict.person));
  for (const each of displaced.filter(({ verdict }) => verdict.cause === null))
    if (isOfAnother(byGiven, each.meant, each) || isOfAnother(byMeant, each.given, each))
      refuseMixed(each.verdict, 'names');
}

function lastNameOnRecord({ row, known }: Verdict, given: readonly string[]): string[] {
  if (!known || row.last_name === null) return [];
  const own = namesOfAddress(known.last_name);
  return own.some((name) => given.includes(name)) ? [] : own;
}

/**
 * The last names that an address may have, which has the first name, its beginning or its initial, and no last name of the row: anna.klein@, a.klein@,
 * aklein@, a.b.klein@, klein.an@ and kleina@ for Anna Schmidt.
 */
function lastNameInEmail({ row, known }: Verdict, given: readonly string[]): string[] {
  const words = wordsOfAddress(row.email ?? known?.email);
  const firsts = namesOfAddress(row.first_name, known?.first_name);
  const isFirst = (word: string) => firsts.some((name) => name.startsWith(word));
  const [word = '', ...more] = words;
  if (more.length === 0 && isFirst(word)) return [];
  const beside = more.length === 0 ? besideFirst(word, firsts) : words.some(isFirst) ? words.filter((each) => !isFirst(each)) : []; // prettier-ignore
  const joined = more.length > 0 && isFirst(word) ? [more.join('')] : [];
  // After the initial of a second name.
  const found = [...beside, ...joined].flatMap((each) => [each, each.slice(1)]);
  const isOwn = (last: string) => given.some((name) => name.includes(last) || last.includes(name));
  if (found.some((last) => last.length >= LEAST_LETTERS && isOwn(last))) return [];
  return found.filter((last) => last.length >= LEAST_LETTERS && !isFirst(last));
}

/** The only word of an address, if the row has no such name: klein@. */
function onlyNameInEmail({ row, known }: Verdict, given: readonly string[]): string[] {
  const [word = '', ...more] = wordsOfAddress(row.email ?? known?.email);
  const own = [...given, ...namesOfAddress(row.first_name, known?.first_name)];
  return more.length > 0 || own.some((name) => word.includes(name)) ? [] : [word];
}

/** What is left of a word without the beginning of a first name at one of its ends. */
const besideFirst = (word: string, firsts: readonly string[]): string[] =>
  firsts.flatMap((first) =>
    Array.from(first, (_, at) => first.slice(0, at + 1)).flatMap((part) => [
      ...(word.startsWith(part) ? [word.slice(part.length)] : []),
      ...(word.endsWith(part) ? [word.slice(0, -part.length)] : []),
    ]),
  );

/** The first name, or its initial, that an address has beside the last name of the row, if it is another one: pmarsh@, marshp@ and pia.j.marsh@ for Omar Marsh. */
function firstNameInEmail({ row, known }: Verdict): Called {
  const words = wordsOfAddress(row.email ?? known?.email);
  const [word = '', ...more] = words;
  const lasts = namesOfAddress(row.last_name, known?.last_name).filter(({ length }) => length >= LEAST_LETTERS);
  const names = namesOfAddress(row.first_name, known?.first_name);
  const beside = more.length > 0 ? words.filter((each) => !lasts.includes(each)) : lasts.flatMap((last) => withoutName(word, last)).filter(Boolean); // prettier-ignore
  const [meant, ...others] = more.length > 0 && beside.length === words.length ? [] : beside;
  const isOwn = [meant, ...others].some((each) => names.some((name) => each === undefined || isCalled(each, name) || each.startsWith(name))); // prettier-ignore
  return {
    given: [...names, ...names.map((name) => name.charAt(0))],
    meant: meant === undefined || isOwn ? [] : [meant],
  };
}
