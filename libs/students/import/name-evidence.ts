import { type NameOrder, orderInCapitals, orderInHeader } from '#libs/matching/name-order';
import type { PeopleIndex } from '#libs/matching/people-index';
import { PersonName } from '#libs/matching/person-name';
import { searchable } from '#libs/matching/text';
import { writtenForm } from '#libs/matching/tolerances';
import type { KeyedRow } from '#libs/students/import/known';
import { type Notation, namesIn, notationOf, readInOrder } from '#libs/students/import/name-borders';
import { emailsAreStraight, orderOf as orderInEmail } from '#libs/students/import/turned-names';
import type { Register } from '#libs/students/import/verdicts';

type Orders = Record<Notation, Set<NameOrder>>;
const none = (): Orders => ({ comma: new Set(), blanks: new Set() });

/** All of a name in one cell, in an order that the cell does not say. */
export const nameOfWhole = (text: string): PersonName => new PersonName(null, text, true);

const joined = (words: readonly string[]): string => words.map(writtenForm).join(' ');

/** The order in which a cell has the names of somebody; undefined if it has other words, or both orders are the same. */
export function orderLike(
  text: string,
  { first_name, last_name }: { first_name: string; last_name: string },
): NameOrder | undefined {
  const words = joined(namesIn(text));
  const [straight, turned] = [`${first_name} ${last_name}`, `${last_name} ${first_name}`].map((name) => joined(namesIn(name))); // prettier-ignore
  if (straight === turned) return undefined;
  return words === straight ? 'first' : words === turned ? 'last' : undefined;
}

/** What a list says of the order of the names that stand in one cell. Names with a comma and names without are two notations. */
export class NameEvidence {
  /** By students whom rows name by id or email. */
  private readonly proved = none();
  /** By everything that may speak against an order. */
  private readonly said = none();
  private readonly areStraight: boolean;

  constructor(
    rows: readonly KeyedRow[],
    register: Register,
    private readonly people: PeopleIndex,
  ) {
    this.areStraight = emailsAreStraight(people);
    for (const row of rows) this.add(row, register);
  }

  private add(row: KeyedRow, register: Register): void {
    if (row.whole === null) return;
    const { text, header } = row.whole;
    const notation = notationOf(text);
    const known = register.withStudentId(row) ?? register.withEmail(row);
    const ofKnown = known && orderLike(text, known);
    if (ofKnown) this.proved[notation].add(ofKnown);
    const [namesake, ...others] = known ? [] : this.people.nearly(nameOfWhole(text));
    const orders = [
      ofKnown,
      namesake && others.length === 0 ? orderLike(text, namesake) : undefined,
      this.orderOfEmail(row),
      orderInHeader(header),
    ];
    for (const order of orders) if (order) this.said[notation].add(order);
  }

  /** The order that the email of a row proves: nora.newby@uni.example. */
  private orderOfEmail({ whole, email }: KeyedRow): NameOrder | undefined {
    if (whole === null || email === null || !this.areStraight) return undefined;
    const straight = (['first', 'last'] as const).filter((order) => {
      const names = readInOrder(whole.text, order);
      return names && orderInEmail({ ...names, email }) === 'straight';
    });
    return straight.length === 1 ? straight[0] : undefined;
  }

  /** Whether the email of a row has both of its names. */
  hasNamesInEmail = (row: KeyedRow): boolean => this.orderOfEmail(row) !== undefined;

  /** The order of the names of a row, if something proves it and nothing of the list contradicts that. */
  orderOf(row: KeyedRow): NameOrder | undefined {
    if (row.whole === null || hasHalfOfEmail(row.whole.text, row.email)) return undefined;
    const notation = notationOf(row.whole.text);
    const [proof] = [this.orderOfEmail(row), orderByHeader(row.whole), ...this.proved[notation]].filter((order) => order !== undefined); // prettier-ignore
    const shown = orderInCapitals(row.whole.text);
    const isContradicted = [...this.said[notation], shown ?? proof].some((order) => order !== proof);
    return isContradicted ? undefined : proof;
  }
}

/** Whether an address of two names has only one of them in common with a cell: nora.newby@ for `Smith, Newby`. */
function hasHalfOfEmail(text: string, email: string | null): boolean {
  const parts = searchable(email?.split('@')[0] ?? '').split(/[._-]/u);
  const words = new Set(namesIn(text).flatMap((word) => searchable(word).split(/[^\p{L}]+/u)));
  return parts.length === 2 && parts.every((part) => /^\p{L}{2,}$/u.test(part)) && parts.filter((part) => words.has(part)).length === 1; // prettier-ignore
}

/** The order that a header proves for cells that are written like it. A comma comes after the last name, unless the header itself has one after the first. */
function orderByHeader({ text, header }: { text: string; header: string }): NameOrder | undefined {
  const order = orderInHeader(header);
  const isAlike = header.includes(',') === text.includes(',');
  return isAlike || (order === 'last' && text.includes(',')) ? order : undefined;
}
