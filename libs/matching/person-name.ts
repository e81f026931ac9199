import { isFamilyFirst, isParticle } from '#libs/matching/name-order';
import {
  exactForm,
  isGeneration,
  letterForm,
  looseWord,
  looseWords,
  orderedForm,
  sameButSigns,
  writtenForm,
} from '#libs/matching/tolerances';

/**
 * What has to be tolerated for two names to be equal: `exact` nothing, `written` case and blanks, `ordered` the order of the
 * words, `signed` lost diacritics.
 */
export type Likeness = 'exact' | 'written' | 'ordered' | 'signed';

// Elsewhere one letter is a whole name.
const INITIAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

const CAPITAL_WITHIN = /\p{Ll}\p{Lu}/u;

const NAMES = new WeakMap<object, PersonName>();

/** The name of somebody, whose forms are computed once. */
export function nameOf(person: Named): PersonName {
  let name = NAMES.get(person);
  if (!name) NAMES.set(person, (name = newName(person)));
  return name;
}

interface Named {
  first_name: string | null;
  last_name: string | null;
  full_name?: string | null;
}

// Whatever is in one cell still was not taken apart at its comma, so that this does not say which name is which.
const newName = ({ first_name: first, last_name: last, full_name: whole = null }: Named): PersonName =>
  first === null && last === null && whole !== null
    ? new PersonName(null, whole.replaceAll(',', ' '), true)
    : new PersonName(first, last);

/** The words of names, with whether somebody has them as a first name. Of a hundred thousand people many have the same names. */
export function kindsOfWords(people: readonly Named[]): Map<string, 'first' | 'last'> {
  const kinds = new Map<string, 'first' | 'last'>();
  const add = (kind: 'first' | 'last', names: (string | null)[]) => {
    for (const name of new Set(names))
      for (const word of looseWords(writtenForm(name ?? ''))) if (word !== '') kinds.set(looseWord(word), kind);
  };
  add('last', people.map(({ first_name: first, last_name: last, full_name: whole = null }) => (first === null && last === null ? whole : last))); // prettier-ignore
  add('first', people.map(({ first_name: first }) => first)); // prettier-ignore
  return kinds;
}

/** A name in the forms in which names are compared. */
export class PersonName {
  readonly exact: string;
  readonly written: string;
  /** The same text for all names that are equal with a tolerated difference. */
  readonly loose: string;
  private readonly words: readonly { word: string; loose: string }[];
  private inOrder?: string;
  private sortedLetters?: string;

  constructor(
    readonly first: string | null,
    readonly last: string | null,
    /** Whether one cell has all of the name, in an order that it does not say. */
    readonly isInOneCell = false,
  ) {
    const [firstPart, lastPart] = partsOf(first, last);
    this.exact = `${letterForm(firstPart)}|${letterForm(lastPart)}`;
    // A dash at the boundary of the two names belongs to one of them, and joins nothing.
    this.written = [first, last].map((name) => writtenForm(name ?? '')).filter(Boolean).join(' '); // prettier-ignore
    this.words = looseWords(this.written)
      .map((word) => ({ word, loose: looseWord(word) }))
      .sort((one, other) => (one.loose < other.loose ? -1 : one.loose > other.loose ? 1 : one.word < other.word ? -1 : 1)); // prettier-ignore
    this.loose = this.words.map(({ loose }) => loose).join(' ');
  }

  get ordered(): string {
    return (this.inOrder ??= orderedForm(this.written));
  }

  /** The same text for all names that may be equal when several differences come together, also blanks that were lost. */
  get letters(): string {
    return (this.sortedLetters ??= [...this.words.map(({ loose }) => loose).join('')].sort().join(''));
  }

  /** Whether a capital within a word may begin another word, as in DeVries. */
  get hasCapitalWithin(): boolean {
    return [this.first, this.last].some((name) => CAPITAL_WITHIN.test(name ?? ''));
  }

  get looseWords(): string[] {
    return this.words.map(({ loose }) => loose);
  }

  get isWhole(): boolean {
    return (this.first !== null && this.last !== null) || (this.isInOneCell && this.words.length > 1);
  }

  /** Whether this is the name of somebody but for capitals and blanks, and, where no cell says which name is the first one, the order of the two. */
  isSameAs(other: PersonName): boolean {
    const likeness = this.like(other);
    return likeness === 'exact' || likeness === 'written' || (likeness === 'ordered' && this.isInOneCell && this.keepsOrderOf(other)); // prettier-ignore
  }

  /** The form in which this name and another of that likeness are the same text. */
  form = (likeness: Likeness): string =>
    likeness === 'exact' ? this.exact : likeness === 'written' ? this.written : likeness === 'ordered' ? this.ordered : this.loose; // prettier-ignore

  /** With which tolerated difference this name can be another one; undefined when it cannot. */
  like(other: PersonName): Likeness | undefined {
    if (this.isJoined) return this.isJoinOf(other) ? 'written' : undefined;
    if (this.exact === other.exact) return 'exact';
    if (this.written === other.written) return 'written';
    if (this.ordered === other.ordered) return 'ordered';
    const isSigned =
      this.loose === other.loose &&
      this.words.every(({ word }, index) => sameButSigns(word, other.words[index]?.word ?? ''));
    return isSigned ? 'signed' : undefined;
  }

  /**
   * Whether the words of the two names are the same and only their cells are exchanged, or all are in one cell. In another order within one
   * of the names, as in Marie-Jean and Jean-Marie, they may be the name of a sister.
   */
  keepsOrderOf(other: PersonName): boolean {
    if (this.isJoined) return this.isJoinOf(other);
    const [first, last] = this.wordsByName;
    const [otherFirst, otherLast] = other.wordsByName;
    if (first === otherFirst && last === otherLast) return true;
    if (first === '' || last === '' || otherFirst === '' || otherLast === '') return isTurned(`${first} ${last}`.trim(), otherFirst, otherLast) || isTurned(`${otherFirst} ${otherLast}`.trim(), first, last); // prettier-ignore
    return (first === otherLast && last === otherFirst) || `${first} ${last}` === `${otherFirst} ${otherLast}`;
  }

  /** Whether one cell has both names without a blank between them, in a script in which they are written so. */
  get isJoined(): boolean {
    return this.isInOneCell && this.words.length === 1 && isFamilyFirst(this.written);
  }

  private isJoinOf = ({ first, last }: PersonName): boolean =>
    this.written === writtenForm(`${last ?? ''}${first ?? ''}`);

  /** Whether two names have the same words one after the other, and more than particles stand in another one of the two: Sarah Smith, Jones is not Sarah, Smith-Jones. */
  movesBorderOf(other: PersonName): boolean {
    if (!this.first || !this.last || !other.first || !other.last) return false;
    const [[first, last], [otherFirst, otherLast]] = [this.wordsByName, other.wordsByName];
    if (`${first} ${last}` !== `${otherFirst} ${otherLast}` || first === otherFirst) return false;
    const [at, otherAt] = [first, otherFirst].map((name) => name.split(' ').length) as [number, number];
    const words = partsOf(this.first, this.last).join(' ').split(/[\s.\p{Pd}]+/u).filter(Boolean); // prettier-ignore
    return !words.slice(Math.min(at, otherAt), Math.max(at, otherAt)).every(isParticle);
  }

  /** The names that a cell with all of a name can mean. */
  private readings(): PersonName[] {
    const words = looseWords(this.written);
    return words.slice(1).flatMap((_, index) => {
      const [before, after] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')];
      return [new PersonName(before, after), new PersonName(after, before)];
    });
  }

  private get wordsByName(): [string, string] {
    return partsOf(this.first, this.last).map((name) => looseWords(writtenForm(name)).map(looseWord).join(' ')) as [string, string]; // prettier-ignore
  }

  /**
   * Whether this is a part of another name: some of its words, of its first names perhaps an initial, and at least one whole word
   * of the last name. A name in one cell that is the whole first or last name is also a part.
   */
  isPartOf(other: PersonName): boolean {
    if (this.words.length === 0 || this.words.length > other.words.length) return false;
    // Where one letter is a whole name, omitting one is only a typing error.
    if (other.words.some(({ word }) => [...word].length === 1 && !this.words.some((each) => each.word === word))) return false; // prettier-ignore
    if (other.words.some(({ word }) => isGeneration(word) && !this.words.some((each) => each.word === word)))
      return false;
    if (!this.isWhole) return [other.first, other.last].some((name) => writtenForm(name ?? '') === this.written);
    if (this.isInOneCell) return this.readings().some((name) => name.isPartOf(other));
    const [firstNames, lastNames] = [other.first, other.last].map((name) => looseWords(writtenForm(name ?? '')));
    const isFirst = (word: string, name: string) =>
      sameButSigns(word, name) || (INITIAL.test(word) && name === firstNames?.[0] && name.startsWith(word));
    const own = (name: string | null) => looseWords(writtenForm(name ?? ''));
    const called = own(this.first);
    return areIn(own(this.last), lastNames, sameButSigns) && areIn(called, firstNames, isFirst) && beginsAs(called, other.first); // prettier-ignore
  }
}

/** Whether the words of a name are those of two others one after the other, in either order. */
const isTurned = (text: string, first: string, last: string): boolean =>
  text === `${first} ${last}`.trim() || text === `${last} ${first}`.trim();

/** Whether first names begin with the first one of others, with all of it when it has a hyphen: Marie is not Jean-Marie, and Min-su is not Min. */
function beginsAs(words: string[], firstNames: string | null): boolean {
  const [given = ''] = exactForm(firstNames ?? '').split(' ');
  const first = looseWords(writtenForm(given));
  const isInitial = words[0] !== undefined && INITIAL.test(words[0]) && (first[0] ?? '').startsWith(words[0]);
  return isInitial || first.every((word, index) => sameButSigns(words[index] ?? '', word));
}

/** First and last name; "Davies, Martin" in one cell says which is which. */
function partsOf(first: string | null, last: string | null): [string, string] {
  const [, before, after] =
    first === null || last === null ? (/^([^,]+),([^,]+)$/u.exec(first ?? last ?? '') ?? []) : [];
  return before !== undefined && after !== undefined ? [after, before] : [first ?? '', last ?? ''];
}

/** Whether other words contain all of these, each of them used once. */
function areIn(
  words: string[],
  others: readonly string[] | undefined,
  isOne: (word: string, other: string) => boolean,
): boolean {
  const left = [...(others ?? [])];
  return words.every((word) => {
    const index = left.findIndex((other) => isOne(word, other));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
