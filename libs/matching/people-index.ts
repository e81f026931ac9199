import { addTo } from '#libs/core/collections/grouped';
import type { RawRow } from '#libs/core/database/statement';
import type { Sql } from '#libs/core/database/transaction';
import { findFormerIdentities, type FormerIdentity } from '#libs/matching/merged-people.queries';
import { kindsOfWords, nameOf, type PersonName } from '#libs/matching/person-name';
import { bareId, digitsOf, idCore, idShape, romanised } from '#libs/matching/text';
import { TrigramIndex } from '#libs/matching/trigrams';

/** A person as rows name them. */
export interface GivenPerson {
  student_id: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Both names in one cell, in an order that nobody knows; it counts where the others are missing. */
  full_name?: string | null;
  /** Which name a whole name begins with, as the header of its column says. */
  name_order?: string | null;
}

interface StoredPerson {
  id: string;
  student_id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  active: boolean;
}

/** Somebody of the site. */
export class KnownPerson implements StoredPerson {
  readonly id: string;
  readonly student_id: string;
  readonly email: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly active: boolean;

  constructor(
    id: string,
    student_id: string,
    email: string | null,
    first_name: string,
    last_name: string,
    active: boolean,
  ) {
    this.id = id;
    this.student_id = student_id;
    this.email = email;
    this.first_name = first_name;
    this.last_name = last_name;
    this.active = active;
  }

  static of = ({ id, student_id, email, first_name, last_name, active }: StoredPerson): KnownPerson =>
    new KnownPerson(id, student_id, email, first_name, last_name, active);

  get name(): PersonName {
    return nameOf(this);
  }
}

/** The name of a person as lists show it; a person with one name has no last name. */
export const recordNameOf = ({ first_name, last_name }: Pick<StoredPerson, 'first_name' | 'last_name'>): string =>
  last_name === '' ? first_name : `${last_name}, ${first_name}`;

/** The people of a site by each of the forms in which rows may name them. Most forms are computed when the first row needs one. */
export class PeopleIndex {
  readonly all: readonly KnownPerson[];
  private readonly byStudentId = new Map<string, KnownPerson>();
  private readonly byEmail = new Map<string, KnownPerson>();
  private byId?: Map<string, KnownPerson>;
  private byBareId?: Map<string, KnownPerson[]>;
  private byCore?: Map<string, KnownPerson[]>;
  private byShape?: Map<string, KnownPerson[]>;
  private byDigits?: Map<string, KnownPerson[]>;
  private byLooseName?: Map<string, KnownPerson[]>;
  private byWord?: Map<string, KnownPerson[]>;
  private bySortedLetters?: Map<string, KnownPerson[]>;
  private kindOfWord?: Map<string, 'first' | 'last'>;
  private trigrams?: TrigramIndex;
  private romanTrigrams?: { people: KnownPerson[]; index: TrigramIndex };

  constructor(
    people: StoredPerson[],
    readonly mark = '',
    former: FormerIdentity[] = [],
  ) {
    this.all = people.map((each) => (each instanceof KnownPerson ? each : KnownPerson.of(each)));
    for (const person of this.all) {
      this.byStudentId.set(person.student_id.toLowerCase(), person);
      if (person.email !== null) this.byEmail.set(person.email.toLowerCase(), person);
    }
    for (const identity of former) this.follow(identity);
  }

  get(id: string): KnownPerson | undefined {
    this.byId ??= new Map(this.all.map((person) => [person.id, person]));
    return this.byId.get(id);
  }

  /** Lets the identities of a merged record mean the remaining one, unless they are another person's now. */
  private follow({ id, student_id, email }: FormerIdentity): void {
    const person = this.get(id);
    if (!person) return;
    const key = student_id.toLowerCase();
    if (!this.byStudentId.has(key)) this.byStudentId.set(key, person);
    if (email !== null && !this.byEmail.has(email.toLowerCase())) this.byEmail.set(email.toLowerCase(), person);
  }

  /** The people whose student id this is, without what was added to it: more than one if a record has exactly that in its own id. */
  withStudentId(id: string | null): KnownPerson[] {
    if (id === null) return [];
    const [exact, bare] = [this.byStudentId.get(id.toLowerCase()), bareId(id)];
    if (exact && bare === id.toLowerCase()) return [exact];
    this.byBareId ??= this.by(({ student_id }) => [bareId(student_id)]);
    return [...new Set([...(exact ? [exact] : []), ...(this.byBareId.get(bare) ?? [])])];
  }

  /** The people whose student ids are equal except for zeros and hyphens. */
  withCore(id: string | null): KnownPerson[] {
    if (id === null || idCore(id) === '') return [];
    this.byCore ??= this.by(({ student_id }) => [idCore(student_id)]);
    return this.byCore.get(idCore(id)) ?? [];
  }

  /** The people whose student ids look the same on paper, whatever their zeros and hyphens. */
  withShape(id: string | null): KnownPerson[] {
    if (id === null || idShape(id) === '') return [];
    this.byShape ??= this.by(({ student_id }) => [idShape(student_id)]);
    return this.byShape.get(idShape(id)) ?? [];
  }

  /** The people whose student ids have the same digits, whatever else is in these; nobody for ids of one digit. */
  withDigits(id: string | null): KnownPerson[] {
    const digits = digitsOf(id ?? '');
    if (digits.length < 2) return [];
    this.byDigits ??= this.by(({ student_id }) => [digitsOf(student_id)]);
    return this.byDigits.get(digits) ?? [];
  }

  withEmail = (email: string | null): KnownPerson | undefined =>
    email === null ? undefined : this.byEmail.get(email.toLowerCase());

  /** The people whose names equal another one if all tolerated differences are ignored. */
  nearly({ loose }: PersonName): KnownPerson[] {
    this.byLooseName ??= this.by(({ name }) => [name.loose]);
    return loose === '' ? [] : (this.byLooseName.get(loose) ?? []);
  }

  /** The people whose names may equal another one when several differences come together: those with the same letters. */
  withLettersOf({ letters }: PersonName): KnownPerson[] {
    this.bySortedLetters ??= this.by(({ name }) => [name.letters]);
    return letters === '' ? [] : (this.bySortedLetters.get(letters) ?? []);
  }

  /** The people who have one of the words in their names. */
  sharing(name: PersonName): KnownPerson[] {
    const byWord = (this.byWord ??= this.by((person) => new Set(person.name.looseWords)));
    return [...new Set(name.looseWords.flatMap((word) => byWord.get(word) ?? []))];
  }

  /** Whether a word is one of the first names of somebody, or only one of the last names. */
  namesWith(looseWord: string): 'first' | 'last' | undefined {
    this.kindOfWord ??= kindsOfWords(this.all);
    return this.kindOfWord.get(looseWord);
  }

  get byLetters(): TrigramIndex {
    this.trigrams ??= new TrigramIndex(this.all.map(({ name }) => name.written));
    return this.trigrams;
  }

  /** The people whose names are not in Latin letters, by their transliteration. */
  get byRomanLetters(): { people: KnownPerson[]; index: TrigramIndex } {
    if (!this.romanTrigrams) {
      const people = this.all.filter(({ name }) => romanised(name.written) !== null);
      const index = new TrigramIndex(people.map(({ name }) => romanised(name.written) ?? ''));
      this.romanTrigrams = { people, index };
    }
    return this.romanTrigrams;
  }

  private by(keysOf: (person: KnownPerson) => Iterable<string>): Map<string, KnownPerson[]> {
    const people = new Map<string, KnownPerson[]>();
    for (const person of this.all) for (const key of keysOf(person)) addTo(people, key, person);
    return people;
  }
}

const PEOPLE = `
SELECT id, student_id, email, first_name, last_name, active FROM students WHERE site_id = $1 AND deleted_at IS NULL ORDER BY id`;

// Every change of a person changes this.
const MARK = `
SELECT concat_ws(' ', count(*), sum(version), max(updated_at)) AS mark FROM students WHERE site_id = $1 AND deleted_at IS NULL`;

/** Of a hundred thousand people none is made twice. */
const personOf = ([id, studentId, email, firstName, lastName, active]: RawRow): KnownPerson =>
  new KnownPerson(id ?? '', studentId ?? '', email ?? null, firstName ?? '', lastName ?? '', active === 't');

/** Reads the people of a site; the previous result is used again when nobody was changed since. */
export async function readPeople(sql: Sql, siteId: string, before?: PeopleIndex): Promise<PeopleIndex> {
  const mark = (await sql.rows<{ mark: string }>(MARK, [siteId]))[0]?.mark ?? '';
  if (before?.mark === mark) return before;
  const people = await sql.rows<KnownPerson>(PEOPLE, [siteId], () => personOf);
  return new PeopleIndex(people, mark, await findFormerIdentities(sql, siteId));
}
