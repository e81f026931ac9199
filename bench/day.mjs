// `node bench/day.mjs`, after `npm run build`: the day of a site with 20,000 bookings on it, one request after another over HTTP.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startPostgres } from '#apps/local/postgres-server';
import { loadData, SITE } from './data.mjs';
import { startLodge } from './servers.mjs';

const BOOKINGS = 60_000;
const [WARM, TIMES] = [10, 50];
const [PROMISED, PROMISED_MS] = [20_000, 50];

const SLOTS = `
UPDATE bookings SET departure_slot_at = contract_end + time '09:00' + (n % 8) * interval '1 hour'
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM bookings WHERE status IN ('checked_in', 'confirmed')) numbered
WHERE bookings.id = numbered.id;
INSERT INTO departure_slots (site_id, id, location_id, day, at, capacity)
SELECT '${SITE}', gen_random_uuid(), NULL, day, day + time '09:00' + n * interval '1 hour', 1000
FROM (SELECT DISTINCT contract_end AS day FROM bookings WHERE status IN ('checked_in', 'confirmed')) d, generate_series(0, 7) n;
VACUUM ANALYZE bookings`;

const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-day-'));
mkdirSync(join(folder, 'mail'));
const server = await startPostgres({ directory: folder, password: randomBytes(16).toString('hex'), durable: false });
const url = server.url('postgres');
console.log(`Loading ${BOOKINGS.toLocaleString('en')} bookings`);
await loadData(url, BOOKINGS, console.log);
const client = new pg.Client(url);
await client.connect();
for (const statement of SLOTS.split(';')) await client.query(statement);
const { rows } = await client.query(`SELECT to_char(current_date + 26, 'YYYY-MM-DD') AS turn`);
await client.end();

const { lodge, cookie } = await startLodge(url, folder);
const at = (part, times) => times.toSorted((one, other) => one - other)[Math.floor(part * times.length)];
let slow = false;
for (const [what, query] of [
  ['today: who is in house and who is late', ''],
  ['the day of the turn: all leave, and others come', `?on=${rows[0].turn}`],
  ['the same, counts only', `?on=${rows[0].turn}&limit=0`],
]) {
  // As the other figures: the whole response, not compressed; what a client makes of it is not measured.
  const headers = { cookie, 'accept-encoding': 'identity' };
  const read = async () => {
    const response = await fetch(`${lodge.origin}/sites/${SITE}/day${query}`, { headers });
    const body = await response.text();
    if (response.status !== 200) throw new Error(body);
    return body;
  };
  for (let n = 0; n < WARM; n++) await read();
  const times = [];
  let day;
  for (let n = 0; n < TIMES; n++) {
    const began = performance.now();
    day = await read();
    times.push(performance.now() - began);
  }
  const { arrivals, departures, in_house } = JSON.parse(day);
  const bookings = arrivals.due.count + arrivals.late.count + departures.due.count + in_house.count;
  slow ||= bookings <= PROMISED && at(0.5, times) > PROMISED_MS;
  console.log(
    `${what}: p50 ${at(0.5, times).toFixed(1)} ms, p95 ${at(0.95, times).toFixed(1)} ms, fastest ${at(0, times).toFixed(1)} ms; ` +
      `${bookings.toLocaleString('en')} entries in its lists; load ${loadavg()[0].toFixed(1)}`,
  );
}
await lodge.stop();
await server.stop();
rmSync(folder, { recursive: true });
if (slow) console.log(`More than the promised ${PROMISED_MS} ms.`);
process.exit(slow ? 1 : 0);
