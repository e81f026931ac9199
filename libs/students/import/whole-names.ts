import type { FilePeople } from '#libs/matching/file-people';
import { fitOf, type NameFit } from '#libs/matching/people';
import { orderInHeader } from '#libs/matching/name-order';
import type { PeopleIndex } from '#libs/matching/people-index';
import { listOf, nameInCell } from '#libs/students/import/identity';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { notationOf, readInOrder } from '#libs/students/import/name-borders';
import { nameOfWhole, NameEvidence, orderLike } from '#libs/students/import/name-evidence';
import { isOnlyRemark } from '#libs/students/import/no-people';
import { isPartOfNobody } from '#libs/students/import/unlikely';
import type { Register } from '#libs/students/import/verdicts';

const LIKELY: NameFit[] = ['same', 'tolerated'];

/**
 * Gives rows with both names in one cell a first and a last name, or the reason why they have none. The cell of a known student says who is meant, and
 * changes no name. A new student has names only if the border between them is certain, and something proves their order.
 */
export function settleWholeNames(
  rows: readonly KeyedRow[],
  register: Register,
  people: PeopleIndex,
  isPlace: (text: string) => boolean,
): KeyedRow[] {
  const list = listOf(rows, people);
  const evidence = new NameEvidence(rows, register, people);
  return rows.map((row) => {
    if (row.whole === null || row.cause !== null) return row;
    const known = register.withStudentId(row) ?? register.withEmail(row);
    if (known) return ofKnown(row, row.whole, known, people, list);
    const order = evidence.orderOf(row);
    const names = order && readInOrder(row.whole.text, order);
    const isRemark = (name: string) => isOnlyRemark(name) || isPartOfNobody(name) || isPlace(name) || isSmall(name);
    if (names && (evidence.hasNamesInEmail(row) || !Object.values(names).some(isRemark))) return { ...row, ...names };
    const [namesake] = people.nearly(nameOfWhole(row.whole.text));
    return namesake ? { ...row, cause: 'possible_match', meant: namesake.id } : { ...row, cause: 'missing_required_field' }; // prettier-ignore
  });
}

function ofKnown(
  row: KeyedRow,
  { text, header }: NonNullable<KeyedRow['whole']>,
  known: Known,
  people: PeopleIndex,
  list: FilePeople,
): KeyedRow {
  const person = people.get(known.id);
  const fit = person ? fitOf(nameInCell(text, known), person, people, list) : 'other';
  // A header without a comma says the order of names without one.
  const [said, order] = [orderInHeader(header), orderLike(text, known)];
  const isTurned = said !== undefined && order !== undefined && said !== order && notationOf(text) === 'blanks' && notationOf(header) === 'blanks'; // prettier-ignore
  if (!LIKELY.includes(fit) || isTurned) return { ...row, cause: 'identity_conflict' };
  return { ...row, first_name: known.first_name, last_name: known.last_name || null };
}

/** A remark often has small letters, where names have capitals. */
const isSmall = (name: string): boolean => /^\p{Ll}+$/u.test(name.split(/\s/u).at(-1) ?? '');
