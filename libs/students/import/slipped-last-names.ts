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
 * nobody else of the list has lost is that of a marriage.
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
    if (isOfAnother(byGiven, each.meant, each) || isOfAnother(byMeant, each.given, each))
      Object.assign(each.verdict, { cause: 'identity_conflict', existing: each.verdict.known?.id ?? null });
}

function lastNameOnRecord({ row, known }: Verdict, given: readonly string[]): string[] {
  if (!known || row.last_name === null) return [];
  const own = namesOfAddress(known.last_name);
  return own.some((name) => given.includes(name)) ? [] : own;
}

/** The last name in an address that has the first name or its initial, and no last name of the row: anna.klein@ for Anna Schmidt. */
function lastNameInEmail({ row, known }: Verdict, given: readonly string[]): string[] {
  const words = lettersOf((row.email ?? known?.email ?? '').split('@')[0] ?? '');
  const firsts = namesOfAddress(row.first_name, known?.first_name);
  const isFirst = (word: string) =>
    firsts.some((name) => name === word || (word.length === 1 && name.startsWith(word)));
  const [first, last, ...more] = isFirst(words[0] ?? '') ? words : words.toReversed();
  if (first === undefined || last === undefined || more.length > 0 || !isFirst(first) || isFirst(last)) return [];
  const isOwn = given.some((name) => name.includes(last) || last.includes(name));
  return last.length < LEAST_LETTERS || isOwn ? [] : [last];
}
