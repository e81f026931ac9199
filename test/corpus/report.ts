import { holds, type Score, shares, sum } from './score.js';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The figures of a corpus, a line for each defect. */
export function tableOf(scores: Map<string, Score>): string {
  const line = (name: string, score: Score) => {
    const { wrong, precision, resolved, offered } = shares(score);
    const cells = [
      String(score.rows).padStart(6),
      String(score.accepted).padStart(9),
      String(wrong).padStart(6),
      percent(precision).padStart(10),
      (score.resolvable > 0 ? percent(resolved) : '-').padStart(9),
      (score.questions > 0 ? percent(offered) : '-').padStart(12),
    ];
    return `${name.padEnd(52)}${cells.join('')}`;
  };
  const total = sum(scores.values());
  const defects = [...scores].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    `${'defect'.padEnd(52)}  rows accepted wrong precision   recall in the first three`,
    ...defects.map(([defect, score]) => line(defect, score)),
    line('all', total),
    '',
    'wrong: a person, room or first day that is not the right one (to reach: 0). recall: of the rows that need nobody, those',
    'accepted alone (85 %). in the first three: of the questions with a right answer, those that offer it there (98 %).',
    holds(total) ? 'All three hold.' : 'NOT all three hold.',
  ].join('\n');
}
