import { addTo } from '#libs/core/collections/grouped';
import { lettersOf, namesOfAddress } from '#libs/students/import/names-of-address';
import type { Verdict } from '#libs/students/import/verdicts';

const LEAST_LETTERS = 3;

/** A row whose record or email has another last name than the row. */
interface Displaced {
  verdict: Verdict;
  given: string[];
  meant: string[];
}

/**
 * Refuses rows that have each other's last names, by their records or by their emails, as when the column was sorted alone or slipped by a row. A last name that
 * nobody else of the list has lost is that of a marriage. Somebody new without a last name is refused if the email has one.
 */
export function refuseSlippedLastNames(verdicts: Verdict[]): void {
  const displaced = verdicts.flatMap((verdict): Displaced[] => {
    const given = namesOfAddress(verdict.row.last_name);
    const meant = [...lastNameOnRecord(verdict, given), ...lastNameInEmail(verdict, given)];
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
    if (isNameless(each) || isOfAnother(byGiven, each.meant, each) || isOfAnother(byMeant, each.given, each))
      Object.assign(each.verdict, { cause: 'identity_conflict', existing: each.verdict.known?.id ?? null });
}

const isNameless = ({ verdict, given }: Displaced): boolean => given.length === 0 && !verdict.known;

function lastNameOnRecord({ row, known }: Verdict, given: readonly string[]): string[] {
  if (!known || row.last_name === null) return [];
  const own = namesOfAddress(known.last_name);
  return own.some((name) => given.includes(name)) ? [] : own;
}

/**
 * The last names that an address may have, which has the first name or its initial, and no last name of the row: anna.klein@, a.klein@, aklein@ and
 * kleina@ for Anna Schmidt.
 */
function lastNameInEmail({ row, known }: Verdict, given: readonly string[]): string[] {
  const words = lettersOf((row.email ?? known?.email ?? '').split('@')[0] ?? '');
  const firsts = namesOfAddress(row.first_name, known?.first_name);
  const isFirst = (word: string) =>
    firsts.some((name) => name === word || (word.length === 1 && name.startsWith(word)));
  const isOwn = (last: string) => given.some((name) => name.includes(last) || last.includes(name));
  const [word = '', ...more] = words;
  const found = more.length === 0 ? besideFirst(word, firsts) : isFirst(word) ? [more.join('')] : isFirst(words.at(-1) ?? '') ? [words.slice(0, -1).join('')] : []; // prettier-ignore
  if (found.some(isOwn)) return [];
  return found.filter((last) => last.length >= LEAST_LETTERS && !isFirst(last));
}

/** What is left of a word without a first name, or its initial, at one of its ends. */
const besideFirst = (word: string, firsts: readonly string[]): string[] =>
  firsts.flatMap((first) =>
    [first, first.charAt(0)].flatMap((part) => [
      ...(word.startsWith(part) ? [word.slice(part.length)] : []),
      ...(word.endsWith(part) ? [word.slice(0, -part.length)] : []),
    ]),
  );
