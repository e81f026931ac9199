import type { Truth } from './generate.js';

interface Match {
  person_id?: string | null;
  location_id?: string | null;
  candidates: { _id: string }[];
}

/** The part of a previewed row that is scored. */
export interface Previewed {
  row_index: number;
  state: string;
  normalized: object;
  person: object;
  location: object;
}

/** How often a defect was seen, and what became of it. */
export interface Score {
  rows: number;
  /** Accepted without a person looking at it. */
  accepted: number;
  /** A person, room or first day that is not the right one, accepted or not. */
  wrong: number;
  resolvable: number;
  resolved: number;
  /** Questions after a person or room that there is. */
  questions: number;
  /** The right answer was among the first three offered. */
  offered: number;
}

export const NOTHING: Score = { rows: 0, accepted: 0, wrong: 0, resolvable: 0, resolved: 0, questions: 0, offered: 0 };

export const sum = (scores: Iterable<Score>): Score =>
  [...scores].reduce((total, score) => {
    const keys = Object.keys(NOTHING) as (keyof Score)[];
    return Object.fromEntries(keys.map((key) => [key, total[key] + score[key]])) as unknown as Score;
  }, NOTHING);

export const shares = ({ accepted, wrong, resolvable, resolved, questions, offered }: Score) => ({
  wrong,
  precision: accepted + wrong === 0 ? 1 : 1 - wrong / (accepted + wrong),
  resolved: resolvable === 0 ? 1 : resolved / resolvable,
  offered: questions === 0 ? 1 : offered / questions,
});

/** What Lodge is held to. */
export const THRESHOLDS = { wrong: 0, resolved: 0.85, offered: 0.98 };

export const holds = (score: Score): boolean => {
  const { wrong, resolved, offered } = shares(score);
  return wrong <= THRESHOLDS.wrong && resolved >= THRESHOLDS.resolved && offered >= THRESHOLDS.offered;
};

/** Scores a preview against the right answers, by defect. `complain` is called for every wrong row. */
export function scoreRows(
  truths: Truth[],
  rows: Previewed[],
  complain: (truth: Truth, row: Previewed, what: string) => void = () => undefined,
): Map<string, Score> {
  const scores = new Map<string, Score>();
  rows.forEach((row, index) => {
    const truth = truths[index];
    if (!truth || row.row_index !== index) throw new Error(`Row ${index} has no right answer.`);
    const score = scoreRow(truth, row, (what) => complain(truth, row, what));
    scores.set(truth.defect, sum([scores.get(truth.defect) ?? NOTHING, score]));
  });
  return scores;
}

function scoreRow(truth: Truth, row: Previewed, complain: (what: string) => void): Score {
  const [person, location] = [row.person as Match, row.location as Match];
  const { contract_start: start } = row.normalized as { contract_start: string | null };
  const found = { person: person.person_id ?? null, room: location.location_id ?? null, start };
  const isWrong = (key: keyof typeof found) => found[key] !== null && found[key] !== truth[key];
  const wrong = isWrong('person') || isWrong('room') || isWrong('start');
  const isAccepted = row.state === (truth.duplicate ? 'duplicate' : 'ready');
  const questions = [
    { right: truth.person, asked: found.person === null, candidates: person.candidates },
    { right: truth.room, asked: found.room === null, candidates: location.candidates },
  ].filter(({ right, asked }) => asked && right !== null);
  const offered = questions.filter(({ right, candidates }) => candidates.slice(0, 3).some(({ _id }) => _id === right));
  if (wrong) complain('wrong');
  if (!truth.asked && !isAccepted) complain('asked');
  if (offered.length < questions.length) complain('not offered');
  return {
    rows: 1,
    accepted: isAccepted ? 1 : 0,
    wrong: wrong || (truth.asked && isAccepted && !truth.person) ? 1 : 0,
    resolvable: truth.asked ? 0 : 1,
    resolved: !truth.asked && isAccepted && !wrong ? 1 : 0,
    questions: questions.length,
    offered: offered.length,
  };
}
