import { addTo } from '#libs/core/collections';
import type { GivenPerson, PeopleIndex } from '#libs/matching/people-index';
import { type Likeness, nameOf, type PersonName } from '#libs/matching/person-name';
import { bareId } from '#libs/matching/text';

interface Mention {
  name: PersonName;
  /** Whom it means for certain: somebody of the site, or a name of somebody who is not there. */
  who: string;
}

/** Whom the rows of a file name, to see whether a difference that is tolerated tells two of them apart. */
export class FilePeople {
  private readonly byLooseName = new Map<string, Mention[]>();
  private readonly byWord = new Map<string, Mention[]>();
  private readonly seen = new Set<string>();

  constructor(private readonly people: PeopleIndex) {}

  add(given: GivenPerson): void {
    const name = nameOf(given);
    if (name.loose === '') return;
    const who = this.whoIs(given, name) ?? 'somebody';
    const key = JSON.stringify([name.exact, who]);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    addTo(this.byLooseName, name.loose, { name, who });
    for (const word of new Set(name.looseWords)) addTo(this.byWord, word, { name, who });
  }

  /** Whether a row has a name that is one with this by what was tolerated, written in another way, and means somebody else. */
  tellsApart = (name: PersonName, likeness: Likeness, who: string): boolean =>
    likeness !== 'exact' &&
    (this.byLooseName.get(name.loose) ?? []).some(
      (other) =>
        other.who !== who && other.name.exact !== name.exact && other.name.form(likeness) === name.form(likeness),
    );

  /** Whether a row has a longer name that this may be part of, too, and means somebody else. */
  hasWhole(name: PersonName, who: string): boolean {
    const [word = ''] = [...name.looseWords].sort((one, other) => other.length - one.length);
    return (this.byWord.get(word) ?? []).some((other) => other.who !== who && name.isPartOf(other.name));
  }

  /** Somebody of the site by id, or a name of somebody who is not there; null when a row does not say who. */
  whoIs(given: GivenPerson, name = nameOf(given)): string | null {
    const { student_id, email } = given;
    const known = this.people.withStudentId(student_id)[0] ?? this.people.withEmail(email);
    if (known) return known.id;
    if (student_id !== null) return `id ${bareId(student_id)}`;
    if (email !== null) return `email ${email.toLowerCase()}`;
    const [only, ...others] = this.people.nearly(name).filter((each) => ['exact', 'written'].includes(name.like(each.name) ?? '')); // prettier-ignore
    return only && others.length === 0 ? only.id : null;
  }
}
