import { addTo } from '#libs/core/collections';
import type { Sql } from '#libs/core/database/database';
import { nameOf, type PersonName } from '#libs/matching/person-name';
import { bareId, idCore } from '#libs/matching/text';
import { TrigramIndex } from '#libs/matching/trigrams';

/** A person as rows name them. */
export interface GivenPerson {
  student_id: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
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
export interface KnownPerson extends StoredPerson {
  name: PersonName;
}

export const recordNameOf = ({ first_name, last_name }: StoredPerson): string => `${last_name}, ${first_name}`;

/** Everybody of a site by each of the forms in which rows may name them. */
export class PeopleIndex {
  readonly all: readonly KnownPerson[];
  private readonly byId = new Map<string, KnownPerson>();
  private readonly byStudentId = new Map<string, KnownPerson>();
  private readonly byBareId = new Map<string, KnownPerson[]>();
  private readonly byCore = new Map<string, KnownPerson[]>();
  private readonly byEmail = new Map<string, KnownPerson>();
  private readonly byLooseName = new Map<string, KnownPerson[]>();
  private words?: Map<string, KnownPerson[]>;
  private trigrams?: TrigramIndex;

  constructor(
    people: StoredPerson[],
    readonly mark = '',
  ) {
    this.all = people.map((each) => ({ ...each, name: nameOf(each) }));
    for (const person of this.all) {
      this.byId.set(person.id, person);
      this.byStudentId.set(person.student_id.toLowerCase(), person);
      addTo(this.byBareId, bareId(person.student_id), person);
      addTo(this.byCore, idCore(person.student_id), person);
      if (person.email !== null) this.byEmail.set(person.email.toLowerCase(), person);
      addTo(this.byLooseName, person.name.loose, person);
    }
  }

  get = (id: string): KnownPerson | undefined => this.byId.get(id);

  /** Whose student id it is, but for what came with it: more than one when a record has just that in its own. */
  withStudentId(id: string | null): KnownPerson[] {
    if (id === null) return [];
    const [exact, bare] = [this.byStudentId.get(id.toLowerCase()), bareId(id)];
    const others = exact && bare === id.toLowerCase() ? [] : (this.byBareId.get(bare) ?? []);
    return [...new Set([...(exact ? [exact] : []), ...others])];
  }

  /** Those whose student ids are one but for zeros and hyphens. */
  withCore = (id: string | null): KnownPerson[] =>
    id === null || idCore(id) === '' ? [] : (this.byCore.get(idCore(id)) ?? []);

  withEmail = (email: string | null): KnownPerson | undefined =>
    email === null ? undefined : this.byEmail.get(email.toLowerCase());

  /** Those whose names may be one with another if everything that is tolerated is. */
  nearly = ({ loose }: PersonName): KnownPerson[] => (loose === '' ? [] : (this.byLooseName.get(loose) ?? []));

  /** Those who have one of the words in their names. */
  sharing(name: PersonName): KnownPerson[] {
    if (!this.words) {
      this.words = new Map();
      for (const person of this.all)
        for (const word of new Set(person.name.looseWords)) addTo(this.words, word, person);
    }
    const { words } = this;
    return [...new Set(name.looseWords.flatMap((word) => words.get(word) ?? []))];
  }

  get byLetters(): TrigramIndex {
    this.trigrams ??= new TrigramIndex(this.all.map(({ name }) => name.written));
    return this.trigrams;
  }
}

const PEOPLE = `
SELECT id, student_id, email, first_name, last_name, active FROM students WHERE site_id = $1 AND deleted_at IS NULL ORDER BY id`;

// Whatever changes somebody changes this.
const MARK = `
SELECT concat_ws(' ', count(*), sum(version), max(updated_at)) AS mark FROM students WHERE site_id = $1 AND deleted_at IS NULL`;

/** Reads everybody of a site; who was read before is still right when nobody was changed since. */
export async function readPeople(sql: Sql, siteId: string, before?: PeopleIndex): Promise<PeopleIndex> {
  const mark = (await sql.rows<{ mark: string }>(MARK, [siteId]))[0]?.mark ?? '';
  if (before?.mark === mark) return before;
  return new PeopleIndex(await sql.rows<StoredPerson>(PEOPLE, [siteId]), mark);
}
