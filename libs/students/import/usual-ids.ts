import { mostFrequent } from '#libs/core/collections/counted';
import { haveSameCharacters, isOneSlip } from '#libs/matching/one-slip';
import { LEAST_COUNTED, runsOf } from '#libs/matching/next-value';
import type { PeopleIndex } from '#libs/matching/people-index';
import type { KeyedRow } from '#libs/students/import/known';
import { isMadeStudentId } from '#libs/students/student-id';

/** So many ids show how ids look here. */
const ENOUGH = 3;
/** Where there are so many of one kind, and no more than one other or this share of them, those that are nearly of it are slips. */
const [MANY, SOME] = [8, 0.05];

/** An id with each run of letters or digits as one character, and the characters between them: KC1001 and N7 look alike, 01-Mar does not. */
const looksOf = (id: string): string =>
  id
    .trim()
    .replace(/[0-9]+/g, '9')
    .replace(/\p{L}[\p{L}\p{M}]*/gu, 'L');

/** Days as spreadsheets write them, which they also make of ids. */
const DAY =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?|\d{1,2}[- ]\p{L}{3,}|\p{L}{3,}[- ]\d{1,2})$/u;
/** Words, two ids with a slash, or digits and letters that no id of a card has. */
const UNLIKE = /^\p{L}+$|[\s/]|[^\x20-\x7e]/u;
const ID_AND_MORE = /^(.*\d)(?:\p{L}|[-._]\d{1,2})$/u;

/** An id with its digits as one: ids of one kind have the same letters, and as many digits. */
export const kindOf = (id: string): string => id.trim().toLowerCase().replace(/[0-9]/g, '9');

/** An id with digits in place of the letters that look like them and stand beside others. */
const withDigits = (id: string): string =>
  id.toLowerCase().replace(/(?<=\d)[oil]|[oil](?=\d)/g, (letter) => (letter === 'o' ? '0' : '1'));

/** The rows whose ids count on from row to row, as when the id of the first of them was filled down, if that may be. */
export const idsThatCountOn = (
  rows: readonly KeyedRow[],
  mayBegin: (first: KeyedRow) => boolean = () => true,
): ReadonlySet<KeyedRow> =>
  new Set(
    runsOf(rows.map((row) => ({ row, value: row.student_key })))
      .filter((run) => run.length >= LEAST_COUNTED && run[0] && mayBegin(run[0].row))
      .flatMap((run) => run.map(({ row }) => row)),
  );

/** The kind that nearly all ids have. */
function mainKind(kinds: ReadonlyMap<string, number>): string[] {
  const [main, count] = mostFrequent(kinds) ?? ['', 0];
  const others = [...kinds.values()].reduce((sum, each) => sum + each, 0) - count;
  return count < MANY || others > Math.max(1, count * SOME) ? [] : [main];
}

/** Words for somebody who has no id yet, with a number, and measures. */
const LABEL =
  /^(?:new|neu|nouveau|nuevo|nuovo|nieuw|novo|nowy|test|dummy|temp|tbc|tba|tbd|unknown|none|erasmus|exchange|group)[-_ ]?\d{1,4}$|^\d{1,3}(?:[.,]\d+)?(?:kg|cm|mm|km|gbp|eur|usd)$/iu;
/** A number of National Insurance, and the number of a line. */
const [INSURANCE, LINE] = [/^[a-z]{2}\d{6}[a-d]$/iu, /^0*\d{1,2}$/];
const IBAN = /^[a-z]{2}\d{2}[a-z0-9]{11,30}$/iu;

/** Whether a text is the number of a bank account: its check digits prove it. */
function isAccount(id: string): boolean {
  if (!IBAN.test(id)) return false;
  const digits = `${id.slice(4)}${id.slice(0, 4)}`.replace(/[a-z]/gi, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

const SEPARATED = /[\s/,;&+|]+/u;

/** How the ids of a site and of a list look. */
export class UsualIds {
  private readonly counts = new Map<string, number>();
  /** Those of the site alone: what happened to one id of a list has happened to others of it. */
  private readonly ofSite: ReadonlyMap<string, number>;
  private readonly isKnown: boolean;
  private readonly kinds = new Map<string, number>();
  private readonly kindsOfSite: ReadonlyMap<string, number>;
  private usual?: string[];
  /** The kinds of which an id has a number near the end of its digits. */
  private readonly endsSoon = new Set<string>();

  constructor(
    rows: readonly Pick<KeyedRow, 'student_id'>[],
    private readonly people: PeopleIndex,
  ) {
    for (const { student_id: id } of people.all) if (!isMadeStudentId(id)) this.add(id);
    this.ofSite = new Map(this.counts);
    this.kindsOfSite = new Map(this.kinds);
    this.isKnown = [...this.ofSite.values()].some((count) => count >= ENOUGH);
    for (const { student_id: id } of rows) if (id !== null) this.add(id);
  }

  private add(id: string): void {
    if (/(?<!\d)9\d*$/.test(id)) this.endsSoon.add(kindOf(id));
    this.counts.set(looksOf(id), (this.counts.get(looksOf(id)) ?? 0) + 1);
    this.kinds.set(kindOf(id), (this.kinds.get(kindOf(id)) ?? 0) + 1);
  }

  /** Whether hardly any other id looks like this one, or only others of the list that are as little an id as this one. Without enough ids nobody knows. */
  isUnusual(id: string): boolean {
    if (!this.isKnown) return false;
    const looks = looksOf(id);
    return (this.counts.get(looks) ?? 0) < ENOUGH || ((this.ofSite.get(looks) ?? 0) < ENOUGH && this.isChanged(id));
  }

  /** Whether an id that many others are like would become one that hardly any is like: KC1001 and P4366918. */
  isOfOtherKind = (id: string, before: string): boolean =>
    (this.kindsOfSite.get(kindOf(before)) ?? 0) >= ENOUGH && (this.kinds.get(kindOf(id)) ?? 0) < ENOUGH;

  /** Whether a text stands for an id that there is not yet, or is the number of something else, and not how ids are here. */
  isNumberOfElse(id: string): boolean {
    if (isAccount(id)) return true;
    const isUsual = (this.kindsOfSite.get(kindOf(id)) ?? 0) >= ENOUGH;
    const isOfElse = (INSURANCE.test(id) && this.isUnusual(id)) || (LINE.test(id) && this.isKnown && !this.hasShort);
    return !isUsual && (LABEL.test(id) || isOfElse);
  }

  private get hasShort(): boolean {
    return [...this.kindsOfSite.keys()].some((kind) => LINE.test(kind));
  }

  /** Whether a new id is unlike others and is words, a day, two ids, or an id of the site with something after it, or nearly what all others are. */
  isDoubtful = (id: string): boolean =>
    (this.isUnusual(id) && (UNLIKE.test(id) || this.isChanged(id))) || this.isSlip(id);

  /** Whether nearly all ids, of the site or of the list with it, are like this one but for a slip. */
  private isSlip(id: string): boolean {
    this.usual ??= [this.kindsOfSite, this.kinds].flatMap(mainKind);
    const kind = kindOf(id);
    return this.usual.some(
      (main) =>
        kind !== main &&
        (kindOf(withDigits(id)) === main || haveSameCharacters(kind, main) || this.isShorterOrLonger(kind, main)),
    );
  }

  /** Whether an id lacks a character, or has one too many. After 99999 comes a number with one digit more. */
  private isShorterOrLonger(kind: string, main: string): boolean {
    const isGrown = kind === main.replace('9', '99') && this.endsSoon.has(main);
    return kind.length !== main.length && isOneSlip(kind, main) && !isGrown;
  }

  /** Whether an id is a day, as a spreadsheet makes of one, two ids, or an id of the site with something after it. */
  private isChanged(id: string): boolean {
    const [, before] = ID_AND_MORE.exec(id) ?? [];
    const parts = id.split(SEPARATED);
    const areIds = parts.length > 1 && parts.every((part) => (this.counts.get(looksOf(part)) ?? 0) >= ENOUGH);
    return DAY.test(id) || areIds || (before !== undefined && this.people.withStudentId(before).length > 0);
  }
}
