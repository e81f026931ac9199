import { addTo } from '#libs/core/collections/grouped';
import type { PeopleIndex } from '#libs/matching/people-index';
import { nameOf } from '#libs/matching/person-name';
import { writtenForm } from '#libs/matching/tolerances';
import type { KeyedRow } from '#libs/students/import/known';
import type { HouseForms } from '#libs/students/import/address-forms';
import { open, type Register, type Verdict } from '#libs/students/import/verdicts';

interface Named {
  id: string;
  first_name: string;
  last_name: string;
}

/**
 * Refuses rows when others prove that the names of the list are in wrong columns: the first and last names of existing students are
 * exchanged, or several have the same text instead of their names. The rows of new students have the same defects then, unless their emails prove the order.
 */
export function refuseSlippedColumns(
  verdicts: Verdict[],
  register: Register,
  people: PeopleIndex,
  houses: HouseForms,
): void {
  const seen = verdicts.flatMap(({ row }) => {
    const record = recordOf(row, register, people);
    return record ? [{ row, record }] : [];
  });
  refuseSwapped(verdicts, seen, houses);
  refuseRepeatedTexts(verdicts, seen);
}

type Seen = readonly { row: KeyedRow; record: Named }[];

/** The existing person whom a row is about: by student id or email, otherwise by the name, in either order. */
function recordOf(row: KeyedRow, register: Register, people: PeopleIndex): Named | undefined {
  const known = register.withStudentId(row) ?? register.withEmail(row);
  if (known || row.first_name === null || row.last_name === null) return known;
  const name = nameOf(row);
  const alike = people.nearly(name);
  return alike.find((each) => ['exact', 'written'].includes(name.like(each.name) ?? '')) ?? alike.find((each) => name.like(each.name) === 'ordered'); // prettier-ignore
}

const isOne = (one: string | null, other: string): boolean => one !== null && writtenForm(one) === writtenForm(other);
const isSwapped = ({ row, record }: Seen[number]): boolean =>
  record.last_name !== '' &&
  !isOne(record.first_name, record.last_name) &&
  ((isOne(row.first_name, record.last_name) && !isOne(row.last_name, record.last_name)) ||
    (isOne(row.last_name, record.first_name) && !isOne(row.first_name, record.first_name)));
const isStraight = ({ row, record }: Seen[number]): boolean =>
  isOne(row.first_name, record.first_name) && isOne(row.last_name, record.last_name);

/** If so many times as many rows are right, the names of a wrong row are a slip of that row alone. */
const OUTWEIGHS = 10;

function refuseSwapped(verdicts: Verdict[], seen: Seen, houses: HouseForms): void {
  const swapped = seen.filter(isSwapped);
  const straight = seen.filter(isStraight);
  const [proof] = swapped;
  const isProved = proof !== undefined && straight.length < OUTWEIGHS * swapped.length;
  const isUsual = straight.some(({ row }) => isTurnedByCase(row));
  for (const verdict of open(verdicts)) {
    if (verdict.known || houses.isStraight(verdict.row) || !(isProved || (!isUsual && isTurnedByCase(verdict.row))))
      continue;
    Object.assign(verdict, { cause: 'identity_conflict', existing: isProved ? proof.record.id : null });
  }
}

const LEAST_CAPITALS = 2;
const isInCapitals = (text: string): boolean =>
  text === text.toUpperCase() && (text.match(/\p{Lu}/gu)?.length ?? 0) >= LEAST_CAPITALS;

/** DOE, Jane: where only one of the names is in capitals, that is the last one. */
const isTurnedByCase = ({ first_name: first, last_name: last }: KeyedRow): boolean =>
  first !== null && last !== null && isInCapitals(first) && last !== last.toUpperCase();

/** A text such as Female that several students have instead of their names is not the name of others either. */
function refuseRepeatedTexts(verdicts: Verdict[], seen: Seen): void {
  for (const field of ['first_name', 'last_name'] as const) {
    const owners = new Map<string, string[]>();
    for (const { row, record } of seen) {
      const text = writtenForm(row[field] ?? '');
      if (text !== '' && hasNothingOf(text, record)) addTo(owners, text, record.id);
    }
    for (const verdict of open(verdicts)) {
      const { row, known } = verdict;
      const text = writtenForm(row[field] ?? '');
      const isElsewhere = new Set(owners.get(text)).size > 1;
      if (isElsewhere && !(known && isOne(text, known[field])))
        Object.assign(verdict, { cause: 'identity_conflict', existing: known?.id ?? null });
    }
  }
}

const hasNothingOf = (text: string, { first_name, last_name }: Named): boolean =>
  [first_name, last_name].map(writtenForm).every((own) => !own.includes(text) && (own === '' || !text.includes(own)));
