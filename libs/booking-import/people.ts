import { error, type Issue, warning } from '#libs/booking-import/issues';
import { likeness, type Likeness } from '#libs/booking-import/names';
import type { Normalized } from '#libs/booking-import/read-row';
import type { PersonHit } from '#libs/booking-import/find-people';
import { idCore } from '#libs/booking-import/text';

export interface PersonCandidate {
  _id: string;
  record_name: string;
  student_id: string;
  email: string | null;
  score: number;
  matched_on: string[];
}

/** Who a row is about, and on what evidence. Without a person_id somebody has to decide. */
export interface PersonMatch {
  match: 'exact' | 'normalized' | 'fuzzy' | 'new' | 'none';
  person_id: string | null;
  score: number;
  matched_on: string[];
  candidates: PersonCandidate[];
}

const MOST_CANDIDATES = 5;
const SCORES = { id: 1, email: 0.98, core: 0.9 };
const CANDIDATE_NAME = 0.4;
const CERTAIN_NAME = 0.92;
const AHEAD = 0.1;
const ZEROS_EATEN = 'is a known student_id but for leading zeros or hyphens; a spreadsheet may have eaten them';

const scoreOf = (hit: PersonHit): number =>
  hit.by_id ? SCORES.id : hit.by_email ? SCORES.email : hit.by_core ? SCORES.core : likeScoreOf(hit);
// Found by what a nickname stands for, which is less than the name itself.
const likeScoreOf = (hit: PersonHit): number => Math.max(hit.name_score, 0.9 * hit.full_name_score);

function candidateOf(hit: PersonHit): PersonCandidate {
  const on = [
    hit.by_id && 'student_id',
    hit.by_email && 'email',
    hit.by_core && !hit.by_id && 'student_id_normalized',
    likeScoreOf(hit) >= CANDIDATE_NAME && 'name',
  ];
  const { id: _id, record_name, student_id, email } = hit;
  return { _id, record_name, student_id, email, score: scoreOf(hit), matched_on: on.filter((each) => each !== false) };
}

/** Decides who a row means. Accepted alone is only what one piece of evidence says and no other denies. */
export function decidePerson(row: Normalized, hits: PersonHit[]): { person: PersonMatch; issues: Issue[] } {
  const sorted = [...hits].sort(
    (one, other) => scoreOf(other) - scoreOf(one) || other.name_score - one.name_score || (one.id < other.id ? -1 : 1),
  );
  const candidates = sorted.slice(0, MOST_CANDIDATES).map(candidateOf);
  const accept = (match: PersonMatch['match'], hit: PersonHit) => {
    const { _id, score, matched_on } = candidateOf(hit);
    return { person: { match, person_id: _id, score, matched_on, candidates }, issues: [] };
  };
  const ask = (match: PersonMatch['match'], ...issues: Issue[]) => {
    const [best] = candidates;
    return {
      person: { match, person_id: null, score: best?.score ?? 0, matched_on: best?.matched_on ?? [], candidates },
      issues,
    };
  };
  const [[byId, secondById], byEmail] = [sorted.filter((hit) => hit.by_id), sorted.find((hit) => hit.by_email)];
  const suggestion = candidates[0] ? `${candidates[0].record_name} (${candidates[0].student_id})` : null;
  const doubt = (
    code: 'person_ambiguous' | 'person_possible_match' | 'leading_zero_mismatch',
    message: string,
    field = 'student_id',
  ) =>
    warning(code, message, {
      field,
      value: (field === 'email' ? row.email : row.student_id) ?? nameOf(row),
      suggestion,
    });

  if (byId && byEmail && byId !== byEmail)
    return ask(
      'exact',
      doubt('person_ambiguous', `student_id is ${byId.record_name}'s, email is ${byEmail.record_name}'s`),
    );
  if (byId && secondById)
    return ask('exact', doubt('person_ambiguous', `student_id may be ${byId.student_id} or ${secondById.student_id}`));
  const certain = byId ?? byEmail;
  if (certain && deniesName(row, certain, sorted))
    return ask(
      'exact',
      doubt(
        'person_possible_match',
        `${byId ? 'student_id' : 'email'} is ${certain.record_name}'s, the name is not`,
        byId ? 'student_id' : 'email',
      ),
    );
  const cores = sorted.filter((hit) => hit.by_core);
  // An id that lost its zeros can be another's whole id.
  const isBare = byId && !byEmail && nameOf(row) === null && idCore(byId.student_id) === byId.student_id.toLowerCase();
  if (isBare && cores.length > 1) return ask('normalized', doubt('leading_zero_mismatch', ZEROS_EATEN));
  if (byId) return accept('exact', byId);
  if (byEmail && row.student_id && !byEmail.by_core && (cores.length > 0 || nameFits(row, byEmail) !== 'same'))
    return ask(
      'exact',
      doubt(
        'person_possible_match',
        `email is ${byEmail.record_name}'s, who has the student_id ${byEmail.student_id}`,
        'email',
      ),
    );
  if (byEmail) return accept('exact', byEmail);
  if (cores.length > 0) return ask('normalized', doubt('leading_zero_mismatch', ZEROS_EATEN));
  return decideByName(row, sorted, accept, ask, doubt);
}

type Accept = (match: PersonMatch['match'], hit: PersonHit) => { person: PersonMatch; issues: Issue[] };
type Ask = (match: PersonMatch['match'], ...issues: Issue[]) => { person: PersonMatch; issues: Issue[] };
type Doubt = (code: 'person_ambiguous' | 'person_possible_match', message: string, field?: string) => Issue;

function decideByName(row: Normalized, sorted: PersonHit[], accept: Accept, ask: Ask, doubt: Doubt) {
  const [best, next] = sorted;
  if (!best) return noOne(row, ask);
  const contradicted = row.student_id !== null || (row.email !== null && best.email !== null);
  const ahead = best.name_score - (next?.name_score ?? 0) >= AHEAD;
  if (
    best.name_score >= CERTAIN_NAME &&
    ahead &&
    !contradicted &&
    row.first_name &&
    row.last_name &&
    nameFits(row, best) === 'same'
  )
    return accept('fuzzy', best);
  const near = sorted.filter((hit) => likeScoreOf(best) - likeScoreOf(hit) < AHEAD).length;
  const code = near > 1 ? 'person_ambiguous' : 'person_possible_match';
  return ask(
    'fuzzy',
    doubt(code, near > 1 ? `${near} people have a name like this` : 'somebody has a name like this', 'last_name'),
  );
}

function noOne(row: Normalized, ask: Ask) {
  const value = row.student_id ?? row.email ?? nameOf(row);
  const details = { field: row.student_id ? 'student_id' : row.email ? 'email' : 'last_name', value };
  if (row.first_name && row.last_name)
    return ask(
      'new',
      warning('person_not_found', 'nobody here is like that; create the person, or choose one', {
        ...details,
        suggestion: 'create_person',
      }),
    );
  return value === null ? ask('none') : ask('none', error('person_not_found', 'nobody here is like that', details));
}

/**
 * Whether the name of a row speaks against somebody found by id or email: it is nothing like theirs, or somebody else has
 * it as well or better. Twins differ by a letter, so a name that is only like theirs must be like nobody else's. Where id
 * and email agree, one word of the name is enough: people marry.
 */
function deniesName(row: Normalized, certain: PersonHit, hits: PersonHit[]): boolean {
  const own = nameFits(row, certain);
  if (own === null || own === 'same') return false;
  const others = hits.filter((hit) => hit !== certain).map((hit) => nameFits(row, hit));
  if (others.includes('same')) return true;
  if (certain.by_id && certain.by_email) return own === 'other';
  // One name alone fits whole families; it says little against anybody.
  if (own === 'part' && !(row.first_name && row.last_name)) return false;
  return !['part', 'like'].includes(own) || others.includes('part') || others.includes('like');
}

const nameFits = (row: Normalized, hit: PersonHit): Likeness | null => {
  const name = nameOf(row);
  return name === null ? null : likeness(name, hit.record_name);
};

const nameOf = ({ first_name, last_name }: Normalized): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || null;
