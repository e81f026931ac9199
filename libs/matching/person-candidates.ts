import { fullNames, kinship } from '#libs/matching/names';
import { type GivenPerson, type KnownPerson, type PeopleIndex, recordNameOf } from '#libs/matching/people-index';
import { nameOf, type PersonName } from '#libs/matching/person-name';
import { romanised } from '#libs/matching/text';

export interface PersonCandidate {
  _id: string;
  record_name: string;
  student_id: string;
  email: string | null;
  score: number;
  matched_on: string[];
}

const MOST_CANDIDATES = 5;
const SCORES = { id: 1, email: 0.98, core: 0.9, digits: 0.85, exact: 1, written: 0.99, ordered: 0.97, signed: 0.96 };
/** With less in common, two names are not similar. */
const LEAST_SCORE = 0.45;
const CANDIDATE_NAME = 0.4;
const BY_KINSHIP = { same: 0.9, part: 0.75, like: 0.7, shared: 0, other: 0 };
/** Letters are compared without diacritics, so the same letters count less than the same name. */
const MOST_BY_LETTERS = 0.95;
/** So many people with one word are compared one by one; of more, only those with similar letters. */
const MOST_SHARING = 500;

/**
 * The five whom a row most likely means, by id, email and name; `accepted` first when somebody is. Names are compared with those of the
 * whole site only when nobody is.
 */
export function candidatesOf(given: GivenPerson, people: PeopleIndex, accepted?: KnownPerson): PersonCandidate[] {
  const found = new Finds();
  for (const person of people.withStudentId(given.student_id)) found.add(person, SCORES.id, 'student_id');
  const byEmail = people.withEmail(given.email);
  if (byEmail) found.add(byEmail, SCORES.email, 'email');
  if (accepted) addName(found, accepted, given);
  else {
    const name = nameOf(given);
    for (const person of people.withCore(given.student_id)) found.add(person, SCORES.core, 'student_id_normalized');
    for (const person of people.withDigits(given.student_id)) found.add(person, SCORES.digits, 'student_id_normalized');
    for (const person of people.nearly(name)) addName(found, person, given);
    if (name.loose !== '') addAlike(found, name, people);
  }
  return found.best(accepted);
}

function addName(found: Finds, person: KnownPerson, given: GivenPerson): void {
  if (given.first_name === person.first_name && given.last_name === person.last_name)
    return found.add(person, SCORES.exact, 'name');
  const name = nameOf(given);
  const likeness = name.like(person.name);
  const isNear = name.loose !== '' && name.loose === person.name.loose;
  found.add(person, likeness ? SCORES[likeness] : isNear ? BY_KINSHIP.same : 0, 'name');
}

function addAlike(found: Finds, name: PersonName, people: PeopleIndex): void {
  const near = people.sharing(name);
  if (near.length <= MOST_SHARING)
    for (const person of near) found.add(person, BY_KINSHIP[kinship(name.loose, person.name.loose)], 'name');
  for (const [index, spelling] of fullNames(name.written).entries())
    people.byLetters.search(spelling, LEAST_SCORE, (place, score) =>
      // Found by the name that a nickname means, which is weaker than the name itself.
      found.add(
        people.all[place] as KnownPerson,
        Math.round(MOST_BY_LETTERS * (index === 0 ? score : 0.9 * score) * 1000) / 1000,
        'name',
      ),
    );
  addRomanised(found, name, people);
}

/** Found by the transliteration of a name in another script, which counts less than the name itself. */
const BY_SOUND = 0.85;

function addRomanised(found: Finds, name: PersonName, people: PeopleIndex): void {
  const roman = romanised(name.written);
  const add = (person: KnownPerson | undefined, score: number) =>
    person && found.add(person, Math.round(BY_SOUND * score * 1000) / 1000, 'name');
  if (roman !== null) people.byLetters.search(roman, LEAST_SCORE, (place, score) => add(people.all[place], score));
  const { people: others, index } = people.byRomanLetters;
  index.search(roman ?? name.written, LEAST_SCORE, (place, score) => add(others[place], score));
}

/** The candidates so far, each with its best evidence. */
class Finds {
  private readonly finds = new Map<KnownPerson, { score: number; name: number; on: Set<string> }>();

  add(person: KnownPerson, score: number, on: string): void {
    let find = this.finds.get(person);
    if (!find) this.finds.set(person, (find = { score: 0, name: 0, on: new Set() }));
    find.score = Math.max(find.score, score);
    if (on === 'name') find.name = Math.max(find.name, score);
    if (on !== 'name' || score >= CANDIDATE_NAME) find.on.add(on);
  }

  best(accepted?: KnownPerson): PersonCandidate[] {
    const first = (person: KnownPerson) => (person === accepted ? 1 : 0);
    return [...this.finds]
      .filter(([person, { score }]) => person === accepted || score >= LEAST_SCORE)
      .sort(
        ([one, its], [other, others]) =>
          first(other) - first(one) ||
          others.score - its.score ||
          others.name - its.name ||
          (one.id < other.id ? -1 : 1),
      )
      .slice(0, MOST_CANDIDATES)
      .map(([person, { score, on }]) => ({
        _id: person.id,
        record_name: recordNameOf(person),
        student_id: person.student_id,
        email: person.email,
        score,
        matched_on: ORDER.filter((each) => on.has(each) && !(each === 'student_id_normalized' && on.has('student_id'))),
      }));
  }
}
const ORDER = ['student_id', 'email', 'student_id_normalized', 'name'];
