import { type Figure, holds } from './figures.js';
import { durationOf } from './progress.js';

const number = (value: number): string => value.toLocaleString('en');

/** The figures as a table: what the file says, what Lodge says, and whether they agree. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [figure.name, number(figure.expected), number(figure.found), verdictOf(figure)]);
  const all = [['', 'expected', 'found', ''], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) => lineOf(row, widths)).join('\n');
}

const verdictOf = (figure: Figure): string => (holds(figure) ? 'ok' : 'OFF');

function lineOf([name = '', expected = '', found = '', verdict = '']: string[], widths: number[]): string {
  const [first = 0, second = 0, third = 0] = widths;
  return `${name.padEnd(first)}  ${expected.padStart(second)}  ${found.padStart(third)}  ${verdict}`.trimEnd();
}

/** One line for each figure that deviates, with examples of the causes. */
export function complaintsOf(figures: readonly Figure[]): string {
  return figures
    .filter((figure) => !holds(figure))
    .map(({ name, expected, found, examples = [] }) =>
      [`${name}: expected ${number(expected)}, found ${number(found)}.`, ...examples].join('\n  '),
    )
    .join('\n');
}

export function effortOf(requests: number, waits: number, seconds: number): string {
  const rate = `${number(Math.round(requests / seconds))} a second`;
  const waited = waits > 0 ? ` Lodge asked to wait ${number(waits)} times.` : '';
  return `${number(requests)} requests in ${durationOf(seconds)}, ${rate}.${waited}`;
}
