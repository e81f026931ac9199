// How many cases a second the SLA clock reads on one core: npm run build && node bench/sla-clock.mjs
import { readClock } from '#libs/sla-policies/sla-clock';
import { WorkingTime } from '#libs/sla-policies/working-time';

const DAY = 86_400_000;
const CASES = 20_000;
const ROUNDS = 25;
const ZONES = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Auckland'];
const business_hours = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].flatMap((day) => [
  { day, from: '09:00', to: '12:30' },
  { day, from: '13:15', to: '17:00' },
]);
const holidays = ['2025-12-25', '2025-12-26', '2026-01-01', '2026-12-25'].map((date) => ({ date }));
const sites = ZONES.map((time_zone) => new WorkingTime({ time_zone, business_hours, holidays }));
const allowances = { first_response: 4 * 60, resolution: 40 * 60, escalation: 24 * 60 };

let seed = 1;
const random = (limit) => (seed = (seed * 16_807) % 2_147_483_647) % limit;
const FROM = Date.UTC(2025, 0, 1);

/** Opened within two years; answered, paused, resumed, and half of them resolved. */
function draw(index) {
  const openedAt = FROM + random(2 * 365 * DAY);
  let at = openedAt;
  const types = ['first_response', 'pause', 'resume', ...(index % 2 ? ['resolve'] : [])];
  const events = types.map((type) => ({ type, at: (at += random(2 * DAY)) }));
  return { site: sites[index % sites.length], seen: { openedAt, events, now: openedAt + random(20 * DAY) } };
}

const cases = Array.from({ length: CASES }, (_, index) => draw(index));
const first = process.hrtime.bigint();
for (const { site, seen } of cases.slice(0, ZONES.length)) readClock(allowances, seen, site);
const laid = Number(process.hrtime.bigint() - first) / 1e6;

let late = 0;
const speeds = [];
for (let round = 0; round < ROUNDS; round++) {
  const began = process.hrtime.bigint();
  for (const { site, seen } of cases) if (readClock(allowances, seen, site).targets.resolution.breached) late++;
  speeds.push((CASES / Number(process.hrtime.bigint() - began)) * 1e9);
}
speeds.sort((one, other) => one - other);
const figure = (number) => Math.round(number).toLocaleString('en');
console.log(
  `${figure(CASES)} cases of 3 targets and 3 or 4 events, in business hours of ${ZONES.length} zones, ${ROUNDS} rounds`,
);
console.log(`the first case of each zone, which lays out its calendar: ${(laid / ZONES.length).toFixed(1)} ms`);
console.log(`evaluations a second: median ${figure(speeds[ROUNDS >> 1])}, slowest round ${figure(speeds[0])}`);
console.log(`${((late / ROUNDS / CASES) * 100).toFixed(1)} % of the cases are late`);
