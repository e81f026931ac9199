// Writes test/rules/sla-cases.json: the expected results of the SLA clock. It does not use the clock: it walks from minute to
// minute, asks Intl what the clock on the site's wall shows, and counts. Run it with: node test/rules/sla-cases.mjs
import { writeFileSync } from 'node:fs';

const MINUTE = 60_000;
const days = (names, ...openings) =>
  names.split(' ').flatMap((day) => openings.map((opening) => ({ day, from: opening[0], to: opening[1] })));
const WORKDAYS = 'monday tuesday wednesday thursday friday';

const WEEKS = {
  office: days(WORKDAYS, ['09:00', '17:00']),
  lunch: [...days(WORKDAYS, ['08:30', '12:15'], ['13:00', '17:45']), ...days('saturday', ['10:00', '14:00'])],
  nights: days(`${WORKDAYS} saturday sunday`, ['00:00', '03:30'], ['22:00', '24:00']),
  small_hours: days('saturday sunday', ['01:30', '02:30']),
  always: days(`${WORKDAYS} saturday sunday`, ['00:00', '24:00']),
};

// The moments worth a look: the clocks change, a leap day, the turn of a year; and a day that Samoa left out.
const ZONES = {
  'Europe/London': ['2026-03-28', '2026-10-24', '2024-02-28', '2026-12-23'],
  'America/New_York': ['2026-03-07', '2026-10-31', '2028-02-28', '2025-12-30'],
  'America/St_Johns': ['2025-03-08', '2025-11-01', '2024-02-28', '2024-12-31'],
  'Australia/Lord_Howe': ['2026-04-04', '2026-10-03', '2024-02-29', '2025-12-24'],
  'Pacific/Auckland': ['2026-04-04', '2026-09-26', '2028-02-29', '2026-12-31'],
  'Africa/Casablanca': ['2024-03-09', '2024-04-13', '2024-02-28', '2025-12-31'],
  'Asia/Kathmandu': ['2026-03-27', '2026-10-23', '2028-02-28', '2026-12-31'],
  'Pacific/Apia': ['2011-12-28', '2012-03-31', '2012-02-28', '2011-12-29'],
};

let seed = 7;
const random = (limit) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * limit);
};
const pick = (list) => list[random(list.length)];
const iso = (at) => (at === null ? null : new Date(at).toISOString());

/** Whether the minute that begins at an instant is open. */
function wall(zone, week, holidays) {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const part = Object.fromEntries(shown.formatToParts(at).map(({ type, value }) => [type, value]));
    if (holidays.includes(`${part.year}-${part.month}-${part.day}`)) return false;
    const time = `${part.hour}:${part.minute}`;
    const today = part.weekday.toLowerCase();
    return week.some(({ day, from, to }) => day === today && from <= time && time < to);
  };
}

/** The expected result of a case for one target, found by walking. */
function walk({ zone, week, holidays, hours_only, opened_at, target, minutes, events, now }) {
  const open = hours_only ? wall(zone, WEEKS[week], holidays) : () => true;
  const opened = Date.parse(opened_at);
  const happened = events
    .map(({ type, at }) => ({ type, at: Date.parse(at) }))
    .filter(({ at }) => at <= Date.parse(now));
  const meets = target === 'first_response' ? ['first_response', 'resolve'] : ['resolve'];
  const met = happened.find(({ type }) => meets.includes(type))?.at ?? null;
  const stop = Math.max(met ?? Date.parse(now), opened);
  let counted = 0;
  let due = null;
  let paused = false;
  let at = opened;
  const minute = () => {
    if (open(at)) counted++;
    at += MINUTE;
    if (due === null && counted === minutes) due = at;
  };
  for (;;) {
    for (const event of happened)
      if (event.at === at && event.at <= stop) {
        if (event.type === 'pause') paused = true;
        if (event.type === 'resume') paused = false;
      }
    if (at >= stop) break;
    if (paused) at += MINUTE;
    else minute();
  }
  const remaining = (minutes - counted) * 60;
  if (due === null && (!paused || met !== null)) while (due === null) minute();
  return { due_at: iso(due), remaining, breached: due !== null && stop > due, met_at: iso(met) };
}

function eventsOf(opened) {
  const kinds = pick(['', '', 'pause', 'pause resume', 'pause resume', 'pause resume pause resume', 'first_response']);
  const ends = pick(['', '', 'resolve', 'first_response resolve']);
  let at = opened;
  return `${kinds} ${ends}`
    .split(' ')
    .filter(Boolean)
    .map((type) => ({ type, at: iso((at += (1 + random(type === 'resume' ? 3000 : 1500)) * MINUTE)) }));
}

function draw(zone, date, index) {
  const opened = Date.parse(`${date}T00:00Z`) + (random(4 * 1440) - 720) * MINUTE;
  const hours_only = index % 6 !== 5;
  return {
    zone,
    week: pick(Object.keys(WEEKS)),
    holidays: index % 2 ? [iso(opened + (1 + random(3)) * 1440 * MINUTE).slice(0, 10)] : [],
    hours_only,
    opened_at: iso(opened),
    target: pick(['first_response', 'resolution', 'resolution', 'escalation']),
    minutes: pick([1, 15, 60, 90, 240, 480, 600, 1440, 2400]),
    events: eventsOf(opened),
    now: iso(opened + random(9 * 1440) * MINUTE),
  };
}

const cases = Object.entries(ZONES).flatMap(([zone, dates]) =>
  dates.flatMap((date) => Array.from({ length: 8 }, (_, index) => draw(zone, date, index))),
);
const lines = cases.map((one) => `    ${JSON.stringify({ ...one, expected: walk(one) })}`);
const weeks = Object.entries(WEEKS).map(([name, week]) => `    ${JSON.stringify(name)}: ${JSON.stringify(week)}`);
const text = `{\n  "weeks": {\n${weeks.join(',\n')}\n  },\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`;
writeFileSync(new URL('sla-cases.json', import.meta.url), text);
