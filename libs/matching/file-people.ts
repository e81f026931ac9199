import { addTo } from '#libs/core/collections/grouped';
import type { GivenPerson, KnownPerson, PeopleIndex } from '#libs/matching/people-index';
import { isFamilyFirst, type NameOrder, orderInCapitals } from '#libs/matching/name-order';
import { withoutTitle } from '#libs/matching/names';
import { kindsOfWords, type Likeness, nameOf, type PersonName } from '#libs/matching/person-name';
import { bareId } from '#libs/matching/text';

interface Mention {
  name: PersonName;
  /** The person it certainly means: one of the site, or the name of a person who is not in the site. */
  who: string;
}

const SOMEBODY = 'somebody';
const [ID, EMAIL] = ['id ', 'email '];
const NEARLY_ALL = 0.9;
/** So many new people are in many lists. */
const FEW = 3;

/** The people whom the rows of a file name, to see whether only a tolerated difference distinguishes two of them. */
export class FilePeople {
  private readonly given: GivenPerson[] = [];
  private byKey?: Map<string, PersonName[]>;
  private kindOfWord?: Map<string, 'first' | 'last'>;
  private order?: Record<'without' | 'withComma', NameOrder | 'unknown'>;
  private isForeign?: boolean;
  private indexed?: { byLooseName: Map<string, Mention[]>; byWord: Map<string, Mention[]> };

  constructor(private readonly people: PeopleIndex) {}

  add({ student_id, email, first_name, last_name, full_name = null, name_order = null }: GivenPerson): void {
    if (first_name !== null || last_name !== null || full_name !== null)
      this.given.push({ student_id, email, first_name, last_name, full_name, name_order });
  }

  /**
   * Whether a row means another person than one of the site by a name that equals theirs only by tolerated differences. A row that does not
   * say who it means, and has exactly the name in question, distinguishes nobody.
   */
  tellsApart = (name: PersonName, likeness: Likeness, person: KnownPerson): boolean =>
    likeness !== 'exact' &&
    (this.mentions.byLooseName.get(name.loose) ?? []).some(
      (other) =>
        other.who !== person.id &&
        (other.name.exact !== name.exact || (other.who !== SOMEBODY && other.name.exact !== person.name.exact)) &&
        other.name.form(likeness) === name.form(likeness),
    );

  /** Whether a row has the name, or nearly, perhaps with a title, and an id or an email that nobody in the site has: the name alone may be that of either. */
  hasNamesake(name: PersonName): boolean {
    const isUnknown = ({ who }: Mention) => who.startsWith(ID) || who.startsWith(EMAIL);
    const isAlike = ({ name: other }: Mention) =>
      name.like(other) !== undefined || name.isPartOf(other) || other.isPartOf(name) || name.loose === withoutTitle(other.loose); // prettier-ignore
    return [...new Set(name.looseWords)].some((word) =>
      (this.mentions.byWord.get(word) ?? []).some((other) => isUnknown(other) && isAlike(other)),
    );
  }

  /**
   * Whether a name in one cell is that of a person in the order in which the header of the column, or else the file, writes such names: the first name first,
   * unless nearly all that are those of people of the site have it last. Capitals that show another last name contradict that, and so do commas that
   * come after the first names of others.
   */
  ordersLike(given: GivenPerson, name: PersonName, person: KnownPerson): boolean {
    const { full_name: whole = null, name_order: said = null } = given;
    if (whole === null) return true;
    // After a comma is the first name, unless the file writes it otherwise.
    const isTurned = !name.isInOneCell || name.like(person.name) === 'ordered';
    const order: NameOrder = isTurned ? 'last' : 'first';
    const shown = orderInCapitals(whole);
    if (shown !== undefined && shown !== order) return false;
    if (!name.isInOneCell) return said !== 'first' && this.orders.withComma === 'last';
    if (!name.isSameAs(person.name)) return false;
    // The family name is first in these scripts, unless the header says otherwise; the other order is no other reading of a name that only one person has.
    if (isFamilyFirst(whole)) return name.isJoined ? said !== 'first' : said === null || said === order;
    return order === (said ?? shown ?? this.orders.without);
  }

  private get orders() {
    return (this.order ??= {
      without: this.orderOf((name, { full_name }) => name.isInOneCell && !full_name?.includes(','), 'first'),
      withComma: this.orderOf((name, { full_name }) => !name.isInOneCell && Boolean(full_name?.includes(',')), 'last'),
    });
  }

  /** Whether most rows name people who are not in the site: then a name alone may be that of somebody else. */
  get isOfOthers(): boolean {
    this.isForeign ??= this.given.filter((given) => !this.isKnown(given)).length > Math.max(FEW, this.given.length / 2);
    return this.isForeign;
  }

  private isKnown = (given: GivenPerson): boolean =>
    this.withKeyOf(given) !== undefined || this.people.nearly(nameOf(given)).length > 0;

  /** Whom a row names by its id or email. */
  private withKeyOf = ({ student_id, email }: GivenPerson): KnownPerson | undefined =>
    this.people.withStudentId(student_id)[0] ?? this.people.withEmail(email);

  /** The order in which nearly all names of a kind have the names of the people of the site; `usual` if the file has no such name. */
  private orderOf(isKind: (name: PersonName, given: GivenPerson) => boolean, usual: NameOrder): NameOrder | 'unknown' {
    const counts = { first: 0, last: 0 };
    for (const given of this.given) {
      const name = nameOf(given);
      const person = isKind(name, given) ? this.personOf(given, name) : undefined;
      const likeness = person && name.like(person.name);
      if (
        likeness === undefined ||
        !(name.isInOneCell ? name.isSameAs(person?.name as PersonName) : likeness !== 'signed')
      )
        continue;
      const isTurned = likeness === 'ordered';
      counts[isTurned === name.isInOneCell ? 'last' : 'first']++;
    }
    const most = (counts.first + counts.last) * NEARLY_ALL;
    const other: NameOrder = usual === 'first' ? 'last' : 'first';
    return counts[usual] >= most ? usual : counts[other] >= most && counts[other] > 1 ? other : 'unknown';
  }

  /** Whom a row names by its id or email; otherwise the only one with its name. */
  private personOf(given: GivenPerson, name: PersonName): KnownPerson | undefined {
    const known = this.withKeyOf(given);
    if (known) return known;
    const [only, ...others] = this.people.nearly(name);
    return others.length === 0 ? only : undefined;
  }

  /** Whether a row has a name, but for what is tolerated. */
  isNamed = ({ loose }: PersonName): boolean => loose !== '' && this.mentions.byLooseName.has(loose);

  /** Whether a word is one of the first names of a row, or only one of its last names. */
  namesWith(looseWord: string): 'first' | 'last' | undefined {
    this.kindOfWord ??= kindsOfWords(this.given);
    return this.kindOfWord.get(looseWord);
  }

  /** Whether a row has a longer name of which this may also be a part, and means another person. */
  hasWhole(name: PersonName, who: string): boolean {
    const [word = ''] = [...name.looseWords].sort((one, other) => other.length - one.length);
    return (this.mentions.byWord.get(word) ?? []).some((other) => other.who !== who && name.isPartOf(other.name));
  }

  /** Whether a row has the same id or email with a name that is not the person's: then the id or the email alone may mean either. */
  namesAnother({ student_id, email }: GivenPerson, person: KnownPerson): boolean {
    const byKey = (this.byKey ??= this.namesByKey());
    return keysOf(student_id, email)
      .flatMap((key) => byKey.get(key) ?? [])
      .some((name) => name.like(person.name) === undefined && !name.isPartOf(person.name));
  }

  private namesByKey(): Map<string, PersonName[]> {
    const names = new Map<string, PersonName[]>();
    for (const given of this.given)
      for (const key of keysOf(given.student_id, given.email)) addTo(names, key, nameOf(given));
    return names;
  }

  // Made when the first row tolerates something, which most files never do.
  private get mentions() {
    if (this.indexed) return this.indexed;
    const indexed = { byLooseName: new Map<string, Mention[]>(), byWord: new Map<string, Mention[]>() };
    const seen = new Set<string>();
    for (const given of this.given) {
      const name = nameOf(given);
      const who = this.whoIs(given, name) ?? SOMEBODY;
      const key = `${name.exact}|${who}`;
      if (name.loose === '' || seen.has(key)) continue;
      seen.add(key);
      addTo(indexed.byLooseName, name.loose, { name, who });
      for (const word of new Set(name.looseWords)) addTo(indexed.byWord, word, { name, who });
    }
    return (this.indexed = indexed);
  }

  /** A person of the site by id, or the name of a person who is not in the site; null when a row does not name anybody. */
  whoIs(given: GivenPerson, named?: PersonName): string | null {
    const { student_id, email } = given;
    const known = this.withKeyOf(given);
    if (known) return known.id;
    if (student_id !== null) return `${ID}${bareId(student_id)}`;
    if (email !== null) return `${EMAIL}${email.toLowerCase()}`;
    const name = named ?? nameOf(given);
    const [only, ...others] = this.people.nearly(name).filter((each) => name.isSameAs(each.name));
    return only && others.length === 0 ? only.id : null;
  }
}

const keysOf = (id: string | null, email: string | null): string[] => [
  ...(id === null ? [] : [`${ID}${bareId(id)}`]),
  ...(email === null ? [] : [`${EMAIL}${email.toLowerCase()}`]),
];
