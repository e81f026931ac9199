// Puts the figures of a run into docs/performance.md, between two marks; the words around them are written by people.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { drawChart } from './chart.mjs';
import { mostOtherWork } from './quiet.mjs';

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const CHART = fileURLToPath(new URL('../docs/performance.svg', import.meta.url));
const [BEGIN, END] = ['<!-- figures -->', '<!-- /figures -->'];

const number = (value) => Math.round(value).toLocaleString('en');
const digits = (value, count) => value.toFixed(count);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const reached = (holds) => (holds ? 'reached' : '**missed**');

function machine({ postgres, bookings }, { rounds, slice }) {
  const share = mostOtherWork();
  const others = share > 0.1 ? ` Other work used up to ${number(share * 100)} % of the processors meanwhile.` : '';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores and ${gigabytes} GB for everything: PostgreSQL ${postgres}, the server and the load. Node ${process.versions.node.split('.')[0]}. ${number(bookings)} bookings, 20,000 rooms, 100,000 students. ${rounds} rounds of ${slice / 1000} s each, medians. Figures of ${new Date().toISOString().slice(0, 10)}.${others}`;
}

function steadyTable(steady, connections) {
  const rows = steady
    .filter((each) => each.connections === connections)
    .map(({ title, target, ratio, lodge, limit, sql }) => [
      title,
      `**${digits(ratio, 2)}**`,
      target ? `${target} ${reached(ratio >= target)}` : '',
      number(lodge.perSecond),
      number(limit.perSecond),
      sql ? number(sql) : '',
      `${number(lodge.cpu)} / ${number(limit.cpu)}`,
      `${digits(lodge.p50, 1)} / ${digits(lodge.p99, 1)}`,
    ]);
  const head = ['Work', 'Ratio', 'To reach', 'Lodge/s', 'Limit/s', 'SQL alone/s', 'CPU of a request, Lodge / limit (µs)', 'Lodge p50 / p99 (ms)']; // prettier-ignore
  return `### At ${connections} connection${connections > 1 ? 's' : ''}\n\n${table(head, rows)}`;
}

function csvRow(what, csv, target) {
  return csv.ratio
    ? [
        `CSV of ${what} against psql COPY`,
        `${digits(csv.ratio, 2)} (${digits(csv.ms / 1000, 1)} s, psql ${digits(csv.copy / 1000, 1)} s, ${number(csv.bytes / 1e6)} MB)`,
        `${target} ${reached(csv.ratio >= target)}`,
      ]
    : [`CSV of ${what}`, `${digits(csv.ms / 1000, 1)} s`, ''];
}

function wholeTable({ bulk, rush, students, occupancy, logIn, export: csv, studentsCsv, print, bookings }) {
  const rows = [
    [
      'Bulk of 1,000, per row against single creates',
      `${digits(bulk.ratio, 1)} times faster (${digits(bulk.single, 2)} ms single, ${digits(bulk.ten, 2)} ms with ten at once, ${digits(bulk.bulk, 3)} ms in bulk)`,
      `20 ${reached(bulk.ratio >= 20)}`,
    ],
    [
      '100 clients for one room: how long a loser waits',
      `p50 ${number(rush.p50)} ms, p99 ${number(rush.p99)} ms, the limit ${number(rush.limitP99)} ms`,
      `1.25 times the limit ${reached(rush.p99 <= 1.25 * rush.limitP99)}`,
    ],
    [
      'List of 20,000 students against the limit',
      `${digits(students.ratio, 2)} (${number(students.lodge)} ms, the limit ${number(students.limit)} ms)`,
      `0.6 ${reached(students.ratio >= 0.6)}`,
    ],
    ['Occupancy of 20,000 rooms for 365 days', `${number(occupancy.ms)} ms`, `1,000 ms ${reached(occupancy.ms < 1_000)}`],
    csvRow(`${number(bookings)} bookings`, csv, 0.6),
    ['Memory growth of that export', `${number(csv.growth)} MB`, `50 MB ${reached(csv.growth < 50)}`],
    csvRow('100,000 students', studentsCsv, 0.5),
    ...(print
      ? [['PDF of 2,000 students against bare puppeteer', `${digits(print.times, 2)} times as long (${number(print.ms)} ms, puppeteer ${number(print.bare)} ms)`, `1.3 ${reached(print.times <= 1.3)}`]]
      : [['PDF of 2,000 students', 'not measured: there was no browser', '']]),
    ['Log-in against the limit', `${digits(logIn.ratio, 2)} (${number(logIn.lodge)} ms, the limit ${number(logIn.limit)} ms)`, ''],
  ]; // prettier-ignore
  return `### Larger work\n\n${table(['Work', 'Figure', 'To reach'], rows)}`;
}

function scaleTable(scale) {
  const title = '### Two api processes behind nginx, at 20 connections\n\n';
  if (!scale) return `${title}Not measured: there was no nginx.`;
  const rows = scale.map(({ title, one, two, times }) => [title, number(one), number(two), digits(times, 2)]);
  return `${title}${table(['Work', 'One/s', 'Two/s', 'Times'], rows)}`;
}

function growthTable(growth) {
  const head = ['p50 at 10 connections (ms)', ...growth[0].sizes.map((size) => `${number(size)} bookings`), 'Times', 'The limit', 'At most']; // prettier-ignore
  const rows = growth.map(({ title, most, p50, times, limit }) => [
    title,
    ...p50.map((ms) => digits(ms, 1)),
    digits(times, 2),
    limit === undefined ? '' : digits(limit, 2),
    `${most} ${reached(times <= most)}`,
  ]);
  return `### Growth\n\n${table(head, rows)}`;
}

/** Writes the figures and the chart. */
export async function writeReport(results, options, say) {
  const parts = [
    machine(results, options),
    '![Ratios to the limit, and growth](performance.svg)',
    ...options.connections.map((connections) => steadyTable(results.steady, connections)),
    wholeTable(results),
    scaleTable(results.scale),
    ...(results.imports ? [`### Imports\n\n\`\`\`text\n${results.imports}\n\`\`\``] : []),
    ...(results.growth ? [growthTable(results.growth)] : []),
  ];
  const [before, rest] = readFileSync(PAGE, 'utf8').split(BEGIN);
  const after = rest.split(END)[1];
  const text = `${before}${BEGIN}\n\n${parts.join('\n\n')}\n\n${END}${after}`;
  writeFileSync(PAGE, await format(text, { parser: 'markdown', singleQuote: true, printWidth: 120 }));
  writeFileSync(CHART, drawChart(results));
  say('Done: docs/performance.md and docs/performance.svg are written.');
}
