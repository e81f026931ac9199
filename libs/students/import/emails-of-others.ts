import { addTo } from '#libs/core/collections/grouped';
import type { KnownPerson, PeopleIndex } from '#libs/matching/people-index';
import { nameOf } from '#libs/matching/person-name';
import { searchable } from '#libs/matching/text';
import { open, type Verdict } from '#libs/students/import/verdicts';

const LEAST_LETTERS = 3;
const wordsOf = (name: string | null): string[] => searchable(name ?? '').split(/[^\p{L}]+/u).filter(Boolean); // prettier-ignore

interface Called {
  verdict: Verdict;
  first: string[];
  last: string[];
}

/**
 * Refuses new emails that are made of the name of another row, or of another first name with the same last name: martina.davies@uni.example is no
 * address of Martin Davies. Columns that slipped by a row, and twins, look like this.
 */
export function refuseEmailsOfOthers(verdicts: Verdict[], people: PeopleIndex): void {
  refuseIdsOfOthers(verdicts, people);
  const all = verdicts.map((verdict): Called => {
    const { row, known } = verdict;
    return { verdict, first: wordsOf(row.first_name ?? known?.first_name ?? null), last: wordsOf(row.last_name ?? known?.last_name ?? null) }; // prettier-ignore
  });
  const byLast = new Map<string, Called[]>();
  for (const each of all) for (const word of new Set(each.last)) addTo(byLast, word, each);
  const mayChange = new Set(open(verdicts));
  for (const one of all) {
    const { row, known } = one.verdict;
    if (!mayChange.has(one.verdict) || row.email === null || row.email_key === known?.email_key) continue;
    const parts = searchable(row.email.split('@')[0] ?? '').split(/[^\p{L}]+/u).filter((part) => part.length >= LEAST_LETTERS); // prettier-ignore
    if (parts.length !== 2) continue;
    const isOther = parts
      .flatMap((part) => byLast.get(part) ?? [])
      .find((other) => other !== one && isMadeOf(parts, other));
    const isOwn = isMadeOf(parts, one);
    const record = isOwn ? undefined : recordCalled(parts, people);
    if (((isOther ?? record) && !isOwn) || isOfSibling(parts, one))
      Object.assign(one.verdict, { cause: 'identity_conflict', existing: known?.id ?? isOther?.verdict.known?.id ?? record?.id ?? null }); // prettier-ignore
  }
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
  return people.nearly(name).find(({ first_name, last_name }) => isMadeOf(parts, { first: wordsOf(first_name), last: wordsOf(last_name) })); // prettier-ignore
}

const isMadeOf = (parts: readonly string[], { first, last }: Pick<Called, 'first' | 'last'>): boolean =>
  parts.some((part) => last.includes(part)) && parts.some((part) => first.includes(part));

/** The last name together with a word that is like the first name, and is not it. */
const isOfSibling = (parts: readonly string[], { first, last }: Called): boolean => {
  if (!parts.some((part) => last.includes(part))) return false;
  const [given] = parts.filter((part) => !last.includes(part));
  return given !== undefined && first.length > 0 && !first.includes(given) && first.some((name) => name.length >= LEAST_LETTERS && given.startsWith(name)); // prettier-ignore
};
