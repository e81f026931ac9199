import type { FilePeople } from '#libs/matching/file-people';
import { candidatesOf, type PersonCandidate } from '#libs/matching/person-candidates';
import { type GivenPerson, type KnownPerson, type PeopleIndex, recordNameOf } from '#libs/matching/people-index';
import { nameOf, type PersonName } from '#libs/matching/person-name';
import { hasMoreZeros, idCore, isMarked } from '#libs/matching/text';

/** The person of a row, and the evidence. Without a person_id somebody has to decide. */
export interface PersonMatch {
  match: 'exact' | 'normalized' | 'fuzzy' | 'new' | 'none';
  person_id: string | null;
  score: number;
  matched_on: string[];
  candidates: PersonCandidate[];
}

/** Why the person of a row is a question. */
export interface PersonDoubt {
  code: 'person_ambiguous' | 'person_possible_match' | 'leading_zero_mismatch' | 'person_not_found' | 'person_inactive';
  severity: 'warning' | 'error';
  message: string;
  field: string;
  suggestion: string | null;
}

/** How the name of a row fits a person whom another cell names. `part`: it contains less; `unclear`: others differ only by what is tolerated. */
export type NameFit = 'unnamed' | 'same' | 'tolerated' | 'part' | 'unclear' | 'other';

/** Compares the name of a row with somebody of the site, given everybody else in the site and the file. */
export function fitOf(name: PersonName, person: KnownPerson, people: PeopleIndex, file: FilePeople): NameFit {
  if (name.loose === '') return 'unnamed';
  const likeness = name.like(person.name);
  if (likeness === 'exact') return 'same';
  if (likeness) {
    // One cell does not say which name is the first: who has the two in the other order has the same name.
    const equal = name.isInOneCell && likeness === 'written' ? 'ordered' : likeness;
    const form = name.form(equal);
    const nearly = people.nearly(name).filter((each) => each.name.form(equal) === form);
    // One difference can hide another one: beside Sean O'Neill and Seán O Neill, Seán ONeill has something of both.
    const alike =
      likeness !== 'written' || name.hasCapitalWithin || name.isJoined ? people.withLettersOf(name) : nearly;
    if (!name.keepsOrderOf(person.name)) return 'unclear';
    // What stands in another one of the two names may be a name in the middle of somebody else's.
    if (name.movesBorderOf(person.name) && people.sharing(name).some((each) => each !== person && each.name.isPartOf(name))) return 'unclear'; // prettier-ignore
    // People with exactly the same name are distinguished by other cells, and not by tolerated differences.
    if (alike.some((each) => each.name.exact !== person.name.exact) || file.tellsApart(name, likeness, person))
      return 'unclear';
    return likeness === 'written' ? 'same' : 'tolerated';
  }
  if (!name.isPartOf(person.name)) return 'other';
  // It may be all of somebody else's name, in whatever order.
  if (people.nearly(name).length > 0) return 'unclear';
  // One name alone contradicts nobody who has it, unless somebody has the two names in the other order.
  if (!name.isWhole) return hasReverse(person, people) || file.tellsApart(name, 'written', person) ? 'unclear' : 'part';
  const isShared = people.sharing(name).some((each) => each !== person && name.isPartOf(each.name));
  return isShared || file.hasWhole(name, person.id) ? 'unclear' : 'part';
}

const hasReverse = ({ name }: KnownPerson, people: PeopleIndex): boolean =>
  people.nearly(name).some((each) => each.name.exact !== name.exact && each.name.ordered === name.ordered);

const AHEAD = 0.1;
const NOT_KEPT = 'the student keeps the email that they have, or none, if this is accepted';
const ZEROS_EATEN = 'is a known student_id but for leading zeros or hyphens; a spreadsheet may have eaten them';

interface Decision {
  person: PersonMatch;
  doubts: PersonDoubt[];
}

/** Decides which person a row means. It is accepted only if one piece of evidence says so, none contradicts it, and nobody else can be meant. */
export function decidePerson(given: GivenPerson, people: PeopleIndex, file: FilePeople): Decision {
  const row = new Case(given, people, file);
  const [byId, secondById] = row.byId;
  if (secondById) return row.ask('exact', 'person_ambiguous', `student_id may be ${byId?.student_id} or ${secondById.student_id}`); // prettier-ignore
  if (byId && row.byEmail && byId !== row.byEmail)
    return row.ask('exact', 'person_ambiguous', `student_id is ${recordNameOf(byId)}'s, email is ${recordNameOf(row.byEmail)}'s`); // prettier-ignore
  if (byId) return decideById(row, byId);
  if (row.byEmail) return decideByEmail(row, row.byEmail);
  if (row.cores.length > 0) return row.ask('normalized', 'leading_zero_mismatch', ZEROS_EATEN);
  return decideByName(row);
}

function decideById(row: Case, person: KnownPerson): Decision {
  const { given, people } = row;
  const fit = row.fit(person);
  if (fit === 'other' || fit === 'unclear') return row.askName(person, fit, 'student_id');
  // Even with the right name: the author of another email may have meant the person who has it, or another row. A person without an email does not have this one.
  if (given.email !== null && row.byEmail !== person)
    return row.ask('exact', 'person_possible_match', `student_id is ${recordNameOf(person)}'s, email is not; ${NOT_KEPT}`, 'email'); // prettier-ignore
  if (fit === 'unnamed' && row.isDenied(person)) return row.askOther(person, 'student_id');
  // An id without its zeros can be the complete id of another person.
  const isBare = idCore(person.student_id) === person.student_id.toLowerCase();
  if (
    !row.byEmail &&
    isBare &&
    row.cores.some((other) => other !== person && (fit !== 'same' || row.fit(other) !== 'other'))
  )
    return row.ask('normalized', 'leading_zero_mismatch', ZEROS_EATEN);
  return row.accept('exact', person, people);
}

function decideByEmail(row: Case, person: KnownPerson): Decision {
  const { given, people } = row;
  const cores = given.student_id === null ? [] : row.cores;
  const fit = row.fit(person);
  if (fit === 'other' || fit === 'unclear') return row.askName(person, fit, 'email');
  if (fit === 'unnamed' && row.isDenied(person)) return row.askOther(person, 'email');
  const { student_id: id } = given;
  const lostZeros = cores.length === 1 && cores[0] === person;
  const isDenied = id !== null && (isMarked(id) || !lostZeros || hasMoreZeros(id, person.student_id));
  if (isDenied)
    return row.ask('exact', 'person_possible_match', `email is ${recordNameOf(person)}'s, who has the student_id ${person.student_id}`, 'email'); // prettier-ignore
  return row.accept('exact', person, people);
}

function decideByName(row: Case): Decision {
  const { given, name, people, file } = row;
  const candidates = row.candidates();
  const [best, next] = candidates;
  if (!best) return row.noOne();
  const [only, ...others] = name.isJoined ? people.withLettersOf(name) : people.nearly(name);
  const isContradicted = given.student_id !== null || given.email !== null;
  const likeness = only && others.length === 0 && (name.isWhole || name.isJoined) ? name.like(only.name) : undefined;
  const isWritten = name.isInOneCell || likeness === 'written';
  const isSame = likeness === 'exact' || (isWritten && people.withLettersOf(name).length === 1);
  const isAhead = best.score - (next?.score ?? 0) >= AHEAD;
  if (
    only &&
    isSame &&
    isAhead &&
    !isContradicted &&
    !name.movesBorderOf(only.name) &&
    file.ordersLike(given, name, only) &&
    !file.tellsApart(name, 'signed', only) &&
    !file.hasNamesake(name) &&
    !file.isOfOthers
  )
    return row.accept('fuzzy', only, people);
  const near = candidates.filter(({ score }) => best.score - score < AHEAD).length;
  const [code, message] =
    near > 1
      ? (['person_ambiguous', `${near} people have a name like this`] as const)
      : (['person_possible_match', `somebody has a name like this${given.email === null ? '' : `; ${NOT_KEPT}`}`] as const); // prettier-ignore
  return row.ask('fuzzy', code, message, 'last_name');
}

/** What a row says about a person, and whom it may mean. */
class Case {
  readonly byId: KnownPerson[];
  readonly byEmail: KnownPerson | undefined;

  constructor(
    readonly given: GivenPerson,
    readonly people: PeopleIndex,
    readonly file: FilePeople,
  ) {
    this.byId = people.withStudentId(given.student_id);
    this.byEmail = people.withEmail(given.email);
  }

  get name(): PersonName {
    return nameOf(this.given);
  }

  get cores(): KnownPerson[] {
    return this.people.withCore(this.given.student_id);
  }

  fit(person: KnownPerson): NameFit {
    const { first_name, last_name, full_name = null } = this.given;
    // A comma says which name is which, unless the file has commas after the first names of others.
    if (full_name !== null && hasReverse(person, this.people) && !this.file.ordersLike(this.given, this.name, person)) return 'unclear'; // prettier-ignore
    // Most rows have exactly the name of the record; then no difference has to be tolerated.
    if (first_name === person.first_name && (last_name ?? '') === person.last_name) return 'same';
    return fitOf(this.name, person, this.people, this.file);
  }

  isDenied = (person: KnownPerson): boolean => this.file.namesAnother(this.given, person);

  candidates = (): PersonCandidate[] => candidatesOf(this.given, this.people);

  accept(match: PersonMatch['match'], person: KnownPerson, people: PeopleIndex): Decision {
    const candidates = candidatesOf(this.given, people, person);
    const [{ _id, score, matched_on }] = candidates as [PersonCandidate];
    const decided = { match, person_id: _id, score, matched_on, candidates };
    if (person.active) return { person: decided, doubts: [] };
    const message = `${recordNameOf(person)} is inactive: left, or was not on the last full list of students`;
    return { person: decided, doubts: [{ code: 'person_inactive', severity: 'warning', message, field: 'student_id', suggestion: null }] }; // prettier-ignore
  }

  askName(person: KnownPerson, fit: NameFit, field: string): Decision {
    const whose = `${field} is ${recordNameOf(person)}'s`;
    const why = fit === 'unclear' ? 'the name is also that of somebody else, but for what is tolerated' : 'the name is not'; // prettier-ignore
    return this.ask('exact', 'person_possible_match', `${whose}, ${why}`, field);
  }

  askOther = (person: KnownPerson, field: string): Decision =>
    this.ask('exact', 'person_possible_match', `${field} is ${recordNameOf(person)}'s, and another row of the file has it with another name`, field); // prettier-ignore

  ask(match: PersonMatch['match'], code: PersonDoubt['code'], message: string, field = 'student_id'): Decision {
    const candidates = this.candidates();
    const [best] = candidates;
    const suggestion = best ? `${best.record_name} (${best.student_id})` : null;
    return { person: this.undecided(match, candidates), doubts: [{ code, severity: 'warning', message, field, suggestion }] }; // prettier-ignore
  }

  noOne(): Decision {
    const { student_id, email } = this.given;
    const field = student_id ? 'student_id' : email ? 'email' : 'last_name';
    if (this.name.isWhole) {
      const message = 'nobody here is like that; create the person, or choose one';
      return { person: this.undecided('new', []), doubts: [{ code: 'person_not_found', severity: 'warning', message, field, suggestion: 'create_person' }] }; // prettier-ignore
    }
    const isEmpty = student_id === null && email === null && this.name.loose === '';
    const message = 'nobody here is like that';
    return {
      person: this.undecided('none', []),
      doubts: isEmpty ? [] : [{ code: 'person_not_found', severity: 'error', message, field, suggestion: null }],
    };
  }

  private undecided(match: PersonMatch['match'], candidates: PersonCandidate[]): PersonMatch {
    const [best] = candidates;
    return { match, person_id: null, score: best?.score ?? 0, matched_on: best?.matched_on ?? [], candidates };
  }
}
