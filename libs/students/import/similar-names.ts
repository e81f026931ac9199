import { isLike, kinship } from '#libs/matching/names';
import { isOneSlip } from '#libs/matching/one-slip';
import { nameOf } from '#libs/matching/person-name';
import { bare, looseWord, writtenForm } from '#libs/matching/tolerances';

interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** Xiao Ming and Xiaoming, Al-Rashid and Alrashid, Cooer and Cooper. */
function areJoined(one: Named, other: Named): boolean {
  // A typing error can make an oe, which is not that of a spelling.
  return [looseWord, bare].some((form) => {
    const joined = (name: string | null): string => form(writtenForm(name ?? '')).replaceAll(' ', '');
    const [first, otherFirst, last, otherLast] = [one.first_name, other.first_name, one.last_name, other.last_name].map(joined) as [string, string, string, string]; // prettier-ignore
    return (first === otherFirst || isLike(first, otherFirst)) && (last === otherLast || isOneSlip(last, otherLast));
  });
}

/**
 * Whether two names can be those of one person whose name is written in two ways: with a typing error, a nickname, an initial, a further name, in
 * another spelling or parted in another way. That makes no match; born on the same day, two such people are a question.
 */
export function areSimilarNames(one: Named, other: Named): boolean {
  const [name, record] = [nameOf(one), nameOf(other)];
  if (name.loose === '' || record.loose === '') return false;
  return (
    ['same', 'part', 'like'].includes(kinship(name.loose, record.loose)) ||
    name.letters === record.letters ||
    areJoined(one, other)
  );
}
