// One interleaved run: the servers take turns in short slices, so that whatever else the machine does hits all alike.
import { deepStrictEqual } from 'node:assert';
import { call, connectTo, loadFor, median, percentile } from './load.mjs';
import {
  bulkRequest,
  createRequest,
  freeStays,
  logIn,
  occupancyOfYear,
  rushRequest,
  steadyWork,
  studentList,
  deepPage,
} from './work.mjs';
import { measureBookingsCsv, measureStudentsCsv } from './export.mjs';
import { lookAround } from './quiet.mjs';
import { measurePrint } from './print.mjs';
import { measureScale } from './scale.mjs';
import { sqlAlone } from './sql-alone.mjs';

const BULK = 1_000;
const RIVALS = 100;
// How often they come in a round: those of one time wait together, so that a p99 needs many times.
const RUSHES = 20;

/** Reads the cursor of a page far down, and compares the responses of both servers. */
async function prepareWork({ lodge, limit, cookie, bookings, stays }) {
  const pools = [lodge, limit].map((server) => connectTo(server, 1));
  const read = async (pool, { path }) => (await pool.request({ method: 'GET', path, headers: { cookie } })).body.json();
  const deep = (await read(pools[0], deepPage(bookings))).next_cursor;
  const work = steadyWork({ bookings, stays, deep });
  for (const { name, next } of work) {
    const request = next();
    if (request.method) continue;
    const [one, other] = [await read(pools[0], request), await read(pools[1], request)];
    deepStrictEqual(one, other, `Lodge and the limit answer ${name} differently`);
  }
  for (const pool of pools) await pool.close();
  return work;
}

/** Every kind of work at some connections: rounds of slices, Lodge and the limit in turn. */
async function measureSteady(run, work, connections) {
  const { lodge, limit, cookie, options, say } = run;
  const pools = { lodge: connectTo(lodge, connections), limit: connectTo(limit, connections) };
  const results = [];
  for (const { name, title, target, next } of work) {
    const rounds = [];
    for (let round = 0; round < options.rounds; round++) {
      const order = round % 2 ? ['lodge', 'limit'] : ['limit', 'lodge'];
      const slices = {};
      for (const side of order)
        slices[side] = await loadFor(run[side], pools[side], connections, options.slice, next, cookie);
      rounds.push(slices);
    }
    const sql = await sqlAlone(run, name, next, connections);
    // What is to be reached was set for ten connections.
    const result = {
      name,
      title,
      target: connections === 10 ? target : undefined,
      connections,
      ...summary(rounds),
      sql,
    };
    results.push(result);
    say(`  ${String(connections).padStart(3)} connections  ${title.padEnd(40)} ${line(result)}`);
  }
  for (const pool of Object.values(pools)) await pool.close();
  return results;
}

function summary(rounds) {
  const side = (name) => {
    const latencies = rounds.flatMap((round) => round[name].latencies).sort((one, other) => one - other);
    return {
      perSecond: median(rounds.map((round) => round[name].perSecond)),
      cpu: median(rounds.map((round) => round[name].cpu)),
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  };
  const ratio = median(rounds.map((round) => round.lodge.perSecond / round.limit.perSecond));
  return { lodge: side('lodge'), limit: side('limit'), ratio };
}

const line = ({ lodge, limit, ratio, target, sql }) =>
  [
    `${ratio.toFixed(2)}${target ? ` (${target})` : ''}`.padEnd(12),
    `${lodge.perSecond.toFixed(0)}/s of ${limit.perSecond.toFixed(0)}/s`.padEnd(20),
    `CPU ${lodge.cpu.toFixed(0)} of ${limit.cpu.toFixed(0)} us`,
    sql ? `  SQL alone ${sql.toFixed(0)}/s` : '',
  ].join('');

/** A thousand bookings in one request against a thousand requests, for each row. */
async function measureBulk({ lodge, cookie, stays, options }) {
  const pool = connectTo(lodge, 10);
  const rounds = [];
  for (let round = 0; round < options.rounds; round++) {
    const single = await loadFor(lodge, pool, 1, options.slice, () => createRequest(stays()), cookie);
    const ten = await loadFor(lodge, pool, 10, options.slice, () => createRequest(stays()), cookie);
    const { ms } = await call(pool, bulkRequest(stays, BULK), cookie);
    rounds.push({ single: 1000 / single.perSecond, ten: 1000 / ten.perSecond, bulk: ms / BULK });
  }
  await pool.close();
  const of = (name) => median(rounds.map((round) => round[name]));
  return {
    single: of('single'),
    ten: of('ten'),
    bulk: of('bulk'),
    ratio: median(rounds.map(({ single, bulk }) => single / bulk)),
  };
}

/** A hundred clients for one room, again and again, of both servers: the time until the conflict is returned. */
async function measureRush({ lodge, limit, cookie, stays, options }) {
  const pools = { lodge: connectTo(lodge, RIVALS), limit: connectTo(limit, RIVALS) };
  const losers = { lodge: [], limit: [] };
  for (let round = 0; round < options.rounds * RUSHES; round++) {
    for (const [side, pool] of Object.entries(pools)) {
      const stay = stays();
      const answers = await Promise.all(Array.from({ length: RIVALS }, () => call(pool, rushRequest(stay), cookie)));
      const won = answers.filter(({ status }) => status === 200).length;
      if (won !== 1) throw new Error(`${won} of ${RIVALS} got the room`);
      // The first round opens the connections.
      if (round > 0) losers[side].push(...answers.filter(({ status }) => status === 409).map(({ ms }) => ms));
    }
  }
  for (const pool of Object.values(pools)) await pool.close();
  const waits = (side) => losers[side].sort((one, other) => one - other);
  const [own, bare] = [waits('lodge'), waits('limit')];
  return { p50: percentile(own, 0.5), p99: percentile(own, 0.99), limitP99: percentile(bare, 0.99) };
}

/** Single requests in turn: how long each takes, of both servers. */
async function measureTurns({ lodge, limit, cookie, options }, request, times) {
  const pools = { lodge: connectTo(lodge, 1), limit: connectTo(limit, 1) };
  const took = { lodge: [], limit: [] };
  for (let turn = 0; turn <= times * options.rounds; turn++) {
    for (const side of ['limit', 'lodge']) {
      const { ms } = await call(pools[side], request, cookie);
      if (turn > 0) took[side].push(ms);
    }
  }
  for (const pool of Object.values(pools)) await pool.close();
  const ratio = median(took.lodge.map((ms, turn) => took.limit[turn] / ms));
  return { lodge: median(took.lodge), limit: median(took.limit), ratio };
}

/** Occupancy of all rooms for a year: how long one request takes. */
async function measureOccupancy({ lodge, cookie, options }) {
  const pool = connectTo(lodge, 1);
  const took = [];
  // The first request warms up.
  for (let turn = 0; turn <= 2 * options.rounds; turn++) {
    const { ms } = await call(pool, occupancyOfYear, cookie);
    if (turn > 0) took.push(ms);
  }
  await pool.close();
  return { ms: median(took) };
}

/** Everything that is measured on one database. */
export async function measure(run) {
  const { options, say, bookings } = run;
  run.stays = freeStays();
  const work = (await prepareWork(run)).filter(({ name }) => !options.only || options.only.includes(name));
  const warm = { ...run, say: () => undefined, options: { ...options, rounds: 1, slice: 500, sql: false } };
  await measureSteady(warm, work, 10);
  const steady = [];
  for (const connections of options.connections) {
    await lookAround(say);
    steady.push(...(await measureSteady(run, work, connections)));
  }
  const part = async (name, title, figure, tell) => {
    if (options.only && !options.only.includes(name)) return undefined;
    say(`  ${title} ...`);
    const result = await figure();
    say(`    ${tell(result)}`);
    return result;
  };
  const inMs = ({ lodge, limit, ratio }) =>
    `${lodge.toFixed(0)} ms, the limit ${limit.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`;
  const inCopies = ({ ratio, growth }) =>
    `${ratio ? `${ratio.toFixed(2)} of psql COPY` : 'no psql here'}, memory grew by ${growth.toFixed(0)} MB`;
  return {
    bookings,
    steady,
    bulk: await part('bulk', `Bulk of ${BULK} against single creates`, () => measureBulk(run), ({ ratio }) => `${ratio.toFixed(1)} times faster per row`),
    rush: await part('rush', `${RIVALS} clients for one room`, () => measureRush(run), ({ p50, p99, limitP99 }) => `a loser waits ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, the limit ${limitP99.toFixed(0)} ms`),
    students: await part('students', 'List of 20,000 students', () => measureTurns(run, studentList, 2), inMs),
    occupancy: await part('occupancy', 'Occupancy of a year', () => measureOccupancy(run), ({ ms }) => `${ms.toFixed(0)} ms`),
    logIn: await part('logIn', 'Log-in', () => measureTurns(run, logIn, 5), inMs),
    export: await part('export', 'CSV of all bookings', () => measureBookingsCsv(run), inCopies),
    studentsCsv: await part('studentsCsv', 'CSV of 100,000 students', () => measureStudentsCsv(run), inCopies),
    print: await part('print', 'PDF of 2,000 students', () => measurePrint(run), (print) => print ? `${print.ms.toFixed(0)} ms, bare puppeteer ${print.bare.toFixed(0)} ms, ${print.times.toFixed(2)} times` : 'no browser here'),
    scale: await part('scale', 'Two processes behind nginx', () => measureScale(run), (scale) => scale?.map(({ title, times }) => `${title} ${times.toFixed(2)}`).join(', ') ?? 'no nginx here'),
  }; // prettier-ignore
}
