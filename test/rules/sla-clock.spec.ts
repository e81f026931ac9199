import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { type BusinessHours, WEEKDAYS, WORKING_WEEK } from '#libs/core/time/business-hours';
import { localDate } from '#libs/core/time/site-time';
import { eventErrors, readClock, type SlaCase, type SlaEvent } from '#libs/sla-policies/sla-clock';
import type { TargetName } from '#libs/sla-policies/targets';
import { EVERY_HOUR, WorkingTime } from '#libs/sla-policies/working-time';

interface WorkedCase {
  zone: string;
  week: string;
  holidays: string[];
  hours_only: boolean;
  opened_at: string;
  target: TargetName;
  minutes: number;
  events: { type: SlaEvent['type']; at: string }[];
  now: string;
  expected: { due_at: string | null; remaining: number; breached: boolean; met_at: string | null };
}

const { weeks, cases } = JSON.parse(readFileSync('test/rules/sla-cases.json', 'utf8')) as {
  weeks: Record<string, BusinessHours[]>;
  cases: WorkedCase[];
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
const workingTime = (zone: string, week: BusinessHours[] = WORKING_WEEK, holidays: string[] = []) =>
  new WorkingTime({ time_zone: zone, business_hours: week, holidays: holidays.map((date) => ({ date })) });
const NONE = { first_response: null, resolution: null, escalation: null };

/** The resolution target of a case. */
function read(
  minutes: number,
  { openedAt, events = [], now }: Partial<SlaCase> & { openedAt: number },
  counting = EVERY_HOUR,
) {
  const { targets } = readClock({ ...NONE, resolution: minutes }, { openedAt, events, now: now ?? openedAt }, counting);
  if (!targets.resolution) throw new Error('no reading');
  return targets.resolution;
}

describe('the table of worked cases', () => {
  test('has at least 200, in at least 6 zones, of every kind', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(new Set(cases.map(({ zone }) => zone)).size).toBeGreaterThanOrEqual(6);
    const kinds = [
      (one: WorkedCase) => one.expected.breached,
      (one: WorkedCase) => one.expected.due_at === null,
      (one: WorkedCase) => one.expected.met_at !== null,
      (one: WorkedCase) => one.holidays.length > 0,
      (one: WorkedCase) => !one.hours_only,
      (one: WorkedCase) => one.events.filter(({ type }) => type === 'pause').length > 1,
    ];
    for (const kind of kinds) expect(cases.filter(kind).length).toBeGreaterThan(10);
  });

  test.each(cases.map((one, index) => [index, one.zone, one.week, one.opened_at, one] as const))(
    '%i: %s, %s, opened at %s',
    (_index, zone, week, opened, one) => {
      const counting = one.hours_only ? workingTime(zone, weeks[week], one.holidays) : EVERY_HOUR;
      const events = one.events.map(({ type, at: when }) => ({ type, at: at(when) }));
      const seen = { openedAt: at(opened), events, now: at(one.now) };
      expect(eventErrors(seen.openedAt, events)).toEqual([]);
      const { targets } = readClock({ ...NONE, [one.target]: one.minutes }, seen, counting);
      const reading = targets[one.target];
      expect({
        due_at: iso(reading?.dueAt ?? null),
        remaining: reading?.remaining,
        breached: reading?.breached,
        met_at: iso(reading?.metAt ?? null),
      }).toEqual(one.expected);
    },
  );
});

describe('business hours by hand', () => {
  const london = workingTime('Europe/London', WORKING_WEEK, ['2026-12-25', '2026-12-28']);
  const due = (opened: string, hours: number, counting = london) =>
    iso(read(hours * 60, { openedAt: at(opened) }, counting).dueAt);

  test.each([
    ['begins at the next opening', '2026-11-21T12:00:00Z', 1, '2026-11-23T10:00:00.000Z'],
    ['ends at the closing, not at the next opening', '2026-11-23T09:00:00Z', 8, '2026-11-23T17:00:00.000Z'],
    ['goes over a week-end', '2026-11-20T16:00:00Z', 2, '2026-11-23T10:00:00.000Z'],
    ['goes over holidays and the week-end between', '2026-12-24T16:30:00Z', 1, '2026-12-29T09:30:00.000Z'],
    ['keeps the clock on the wall when summer time begins', '2026-03-27T16:00:00Z', 2, '2026-03-30T09:00:00.000Z'],
    ['and when it ends', '2026-10-23T15:00:00Z', 2, '2026-10-26T10:00:00.000Z'],
    ['counts 29 February', '2028-02-28T16:00:00Z', 9, '2028-02-29T17:00:00.000Z'],
    ['five working days are a week', '2026-11-18T11:11:00Z', 40, '2026-11-25T11:11:00.000Z'],
  ])('%s', (_what, opened, hours, expected) => {
    expect(due(opened, hours)).toBe(expected);
  });

  test('an opening across the hour that is skipped has an hour less, across the one that comes twice an hour more', () => {
    const sundays = workingTime('Europe/London', [{ day: 'sunday', from: '00:00', to: '04:00' }]);
    const length = (date: string) => sundays.count(at(`${date}T00:00Z`) - 2 * HOUR, at(`${date}T12:00Z`)) / HOUR;
    expect([length('2026-03-22'), length('2026-03-29'), length('2026-10-25'), length('2026-11-01')]).toEqual([
      4, 3, 5, 4,
    ]);
  });

  test('a day that a zone left out was not open', () => {
    const apia = workingTime('Pacific/Apia', weeks.always);
    expect(apia.count(at('2011-12-29T10:00Z'), at('2011-12-31T10:00Z'))).toBe(2 * DAY);
    const fridays = workingTime('Pacific/Apia', [{ day: 'friday', from: '00:00', to: '24:00' }]);
    // From the end of Friday the 23rd to the beginning of Friday, 6 January: the 30th between them never was.
    expect(fridays.count(at('2011-12-24T10:00Z'), at('2012-01-05T10:00Z'))).toBe(0);
    expect(fridays.count(at('2011-12-24T09:59Z'), at('2012-01-05T10:01Z'))).toBe(2 * MINUTE);
  });

  test('a due time after the year 2100 is none, and the time left is known nevertheless', () => {
    const rarely = workingTime('Europe/London', [{ day: 'monday', from: '09:00', to: '09:01' }]);
    const reading = read(8760 * 60, { openedAt: at('2026-11-21T12:00:00Z') }, rarely);
    expect(reading).toEqual({ dueAt: null, remaining: 8760 * 3600, breached: false, metAt: null });
    expect(iso(read(8760 * 60, { openedAt: at('2099-06-01T00:00:00Z') }).dueAt)).toBe('2100-06-01T00:00:00.000Z');
    expect(read(8760 * 60, { openedAt: at('2100-06-01T00:00:00Z') }).dueAt).toBeNull();
  });

  test('looks back as far as it is asked to, whatever it was asked before', () => {
    const one = workingTime('Europe/London');
    expect(due('2026-11-20T16:00:00Z', 2, one)).toBe('2026-11-23T10:00:00.000Z');
    expect(due('2001-02-02T16:00:00Z', 2, one)).toBe('2001-02-05T10:00:00.000Z');
    expect(due('2026-11-20T16:00:00Z', 2, one)).toBe('2026-11-23T10:00:00.000Z');
    expect(due('2099-12-31T16:00:00Z', 2, one)).toBe('2100-01-01T10:00:00.000Z');
  });
});

describe('targets', () => {
  const OPENED = at('2026-11-23T09:00:00Z');
  const event = (type: SlaEvent['type'], minutes: number): SlaEvent => ({ type, at: OPENED + minutes * MINUTE });
  const all = { first_response: 60, resolution: 240, escalation: 120 };
  const targetsAt = (minutes: number, ...events: SlaEvent[]) =>
    readClock(all, { openedAt: OPENED, events, now: OPENED + minutes * MINUTE }, EVERY_HOUR);

  test('run side by side; a target that is not set has no reading', () => {
    const { state, targets } = targetsAt(90);
    expect(state).toBe('running');
    expect(targets.first_response).toEqual({
      dueAt: OPENED + 60 * MINUTE,
      remaining: -1800,
      breached: true,
      metAt: null,
    });
    expect(targets.escalation).toMatchObject({ remaining: 1800, breached: false });
    expect(readClock(NONE, { openedAt: OPENED, events: [], now: OPENED }, EVERY_HOUR).targets).toEqual(NONE);
  });

  test('are not breached at the due instant, and are a millisecond later', () => {
    const reading = (now: number) => read(60, { openedAt: OPENED, now });
    expect(reading(OPENED + HOUR)).toMatchObject({ remaining: 0, breached: false });
    expect(reading(OPENED + HOUR + 1)).toMatchObject({ remaining: -1, breached: true });
  });

  test('the first response counts, the second does not; who resolves has responded', () => {
    const twice = targetsAt(300, event('first_response', 30), event('first_response', 90));
    expect(twice.targets.first_response).toMatchObject({
      metAt: OPENED + 30 * MINUTE,
      remaining: 1800,
      breached: false,
    });
    const { state, targets } = targetsAt(300, event('resolve', 45));
    expect(state).toBe('resolved');
    for (const target of Object.values(targets))
      expect(target).toMatchObject({ metAt: OPENED + 45 * MINUTE, breached: false });
  });

  test('a pause stops all of them: no due time while it lasts, what is left stands still', () => {
    const paused = targetsAt(200, event('pause', 20));
    expect(paused.state).toBe('paused');
    expect(paused.targets.first_response).toEqual({ dueAt: null, remaining: 2400, breached: false, metAt: null });
    const resumed = targetsAt(200, event('pause', 20), event('resume', 180));
    expect(resumed.targets.first_response).toMatchObject({ dueAt: OPENED + 220 * MINUTE, remaining: 1200 });
  });

  test('a breach before the pause stays one', () => {
    const { targets } = targetsAt(200, event('pause', 70));
    expect(targets.first_response).toMatchObject({ dueAt: OPENED + 60 * MINUTE, remaining: -600, breached: true });
  });

  test('what is met in a pause is met as if the clock went on from there', () => {
    const { targets } = targetsAt(500, event('pause', 20), event('resolve', 400));
    expect(targets.first_response).toEqual({
      dueAt: OPENED + 440 * MINUTE,
      remaining: 2400,
      breached: false,
      metAt: OPENED + 400 * MINUTE,
    });
  });

  test('what lies after now has not happened', () => {
    expect(targetsAt(30, event('pause', 40), event('resume', 50), event('resolve', 60))).toEqual(targetsAt(30));
  });

  test('before it is opened a case has all its time', () => {
    expect(read(60, { openedAt: OPENED, now: OPENED - DAY })).toMatchObject({ dueAt: OPENED + HOUR, remaining: 3600 });
  });
});

describe('events that make no sense', () => {
  const faulty = (...events: [SlaEvent['type'], number][]) =>
    eventErrors(10, events.map(([type, when]) => ({ type, at: when }))).map(({ index }) => index);

  test.each([
    [[['pause', 9]], [0]],
    [[['resume', 11]], [0]],
    [[['pause', 11], ['pause', 12], ['resume', 13], ['resume', 14]], [1, 3]],
    [[['resolve', 11], ['first_response', 12], ['resolve', 13], ['pause', 14]], [1, 2, 3]],
    [[['first_response', 10], ['pause', 10], ['resume', 10], ['first_response', 11], ['resolve', 11]], []],
    [[['pause', 11], ['resolve', 12]], []],
  ] as [[SlaEvent['type'], number][], number[]][])('of %j are faulty: %j', (events, expected) => {
    expect(faulty(...events)).toEqual(expected);
  });
}); // prettier-ignore

describe('properties', () => {
  const FROM = at('2000-06-01T00:00Z');
  const TO = at('2060-01-01T00:00Z');
  const zone = fc.constantFrom(
    'Europe/London', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca',
    'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Apia', 'America/Sao_Paulo', 'UTC',
  ); // prettier-ignore
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  // One or two openings a day, on at least one day.
  const day = fc
    .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 4 })
    .map((times) => times.sort((one, other) => one - other))
    .map((times) => [times.slice(0, 2), times.slice(2, 4)].filter(({ length }) => length === 2));
  const week = fc
    .array(fc.tuple(fc.constantFrom(...WEEKDAYS), day), { minLength: 1, maxLength: 7 })
    .map((openings) => [...new Map(openings)])
    .map((openings) =>
      openings.flatMap(([name, times]) =>
        times.map(([from = 0, to = 0]) => ({ day: name, from: clock(from), to: clock(to) })),
      ),
    );
  const calendar = fc
    .record({
      zone,
      week,
      holidays: fc.array(fc.integer({ min: FROM, max: TO }).map((when) => localDate(new Date(when), 'UTC'))),
    })
    .map(({ zone: name, week: openings, holidays }) => workingTime(name, openings, holidays));
  const instant = fc.integer({ min: FROM, max: TO });
  const minutes = fc.integer({ min: 1, max: 8760 * 60 });
  const span = fc.integer({ min: 0, max: 40 * DAY });
  // Near a change of clocks, where mistakes live.
  const changes = fc.constantFrom(
    at('2026-03-29T01:00Z'), at('2026-10-25T01:00Z'), at('2026-03-08T07:00Z'), at('2026-11-01T06:00Z'),
    at('2026-04-04T15:00Z'), at('2026-10-03T15:30Z'), at('2011-12-30T10:00Z'), at('2024-02-29T00:00Z'),
  ); // prettier-ignore
  const nearChange = fc.tuple(changes, fc.integer({ min: -3 * DAY, max: 3 * DAY })).map(([when, by]) => when + by);
  const moment = fc.oneof(instant, nearChange);

  test('what counts is never more than what passes, and adds up', () => {
    fc.assert(
      fc.property(calendar, moment, span, span, (counting, from, one, other) => {
        const whole = counting.count(from, from + one + other);
        expect(whole).toBe(counting.count(from, from + one) + counting.count(from + one, from + one + other));
        expect(whole).toBeGreaterThanOrEqual(0);
        expect(whole).toBeLessThanOrEqual(one + other);
      }),
    );
  });

  test('a due time is the earliest instant at which the allowance has counted', () => {
    fc.assert(
      fc.property(calendar, moment, minutes, (counting, openedAt, allowed) => {
        const { dueAt } = read(allowed, { openedAt }, counting);
        fc.pre(dueAt !== null);
        expect(counting.count(openedAt, dueAt as number)).toBe(allowed * MINUTE);
        expect(counting.count(openedAt, (dueAt as number) - 1)).toBe(allowed * MINUTE - 1);
      }),
    );
  });

  test('due times are monotonic: opened later or allowed more is never due earlier', () => {
    const due = (...[allowed, openedAt, counting]: [number, number, WorkingTime]) =>
      read(allowed, { openedAt }, counting).dueAt ?? Infinity;
    fc.assert(
      fc.property(calendar, moment, span, minutes, minutes, (counting, opened, later, allowed, more) => {
        expect(due(allowed, opened + later, counting)).toBeGreaterThanOrEqual(due(allowed, opened, counting));
        expect(due(allowed + more, opened, counting)).toBeGreaterThanOrEqual(due(allowed, opened, counting));
      }),
    );
  });

  test('time left only falls, and a breach never heals', () => {
    fc.assert(
      fc.property(calendar, moment, span, span, minutes, (counting, openedAt, one, other, allowed) => {
        const before = read(allowed, { openedAt, now: openedAt + one }, counting);
        const after = read(allowed, { openedAt, now: openedAt + one + other }, counting);
        expect(after.remaining).toBeLessThanOrEqual(before.remaining);
        expect(after.dueAt).toBe(before.dueAt);
        if (before.breached) expect(after.breached).toBe(true);
      }),
    );
  });

  test('a pause adds exactly its business length', () => {
    fc.assert(
      fc.property(calendar, moment, span, span, minutes, (counting, openedAt, until, length, allowed) => {
        const [pause, resume] = [openedAt + until, openedAt + until + length];
        const events: SlaEvent[] = [
          { type: 'pause', at: pause },
          { type: 'resume', at: resume },
        ];
        const without = read(allowed, { openedAt }, counting).dueAt;
        const withIt = read(allowed, { openedAt, events, now: resume }, counting).dueAt;
        fc.pre(without !== null && withIt !== null);
        const [plain, shifted] = [without as number, withIt as number];
        if (plain <= pause) expect(shifted).toBe(plain);
        else expect(counting.count(plain, shifted)).toBe(counting.count(pause, resume));
      }),
    );
  });

  test('pauses while nothing is open change nothing', () => {
    fc.assert(
      fc.property(calendar, moment, span, minutes, (counting, openedAt, until, allowed) => {
        const closes = counting.after(openedAt, counting.count(openedAt, openedAt + until) + 1);
        fc.pre(closes !== null);
        const opens = (closes as number) - 1;
        const gap = { from: openedAt + until, to: opens };
        fc.pre(gap.from < gap.to);
        const events: SlaEvent[] = [
          { type: 'pause', at: gap.from },
          { type: 'resume', at: gap.to },
        ];
        const paused = read(allowed, { openedAt, events, now: gap.to }, counting);
        expect(paused).toEqual(read(allowed, { openedAt, now: gap.to }, counting));
      }),
    );
  });

  test('open around the clock is wall time, in every zone, over every change of the clocks', () => {
    fc.assert(
      fc.property(zone, moment, span, minutes, (name, openedAt, passed, allowed) => {
        const seen = { openedAt, now: openedAt + passed };
        expect(read(allowed, seen, workingTime(name, weeks.always))).toEqual(read(allowed, seen));
      }),
    );
  });

  test('a week of office hours has forty of them, whenever the clocks change', () => {
    fc.assert(
      fc.property(zone, moment, (name, from) => {
        fc.pre(name !== 'Pacific/Apia');
        const office = workingTime(name);
        const start = office.after(from, 1) as number;
        const local = (when: number) =>
          new Date(when).toLocaleString('en-GB', {
            timeZone: name,
            weekday: 'long',
            hour: '2-digit',
            minute: '2-digit',
          });
        expect(local(office.after(start, 40 * HOUR) as number)).toBe(local(start));
      }),
    );
  });

  test('the three targets agree when they allow the same and nothing was answered', () => {
    fc.assert(
      fc.property(calendar, moment, span, minutes, (counting, openedAt, passed, allowed) => {
        const allowances = { first_response: allowed, resolution: allowed, escalation: allowed };
        const { targets } = readClock(allowances, { openedAt, events: [], now: openedAt + passed }, counting);
        expect(targets.first_response).toEqual(targets.resolution);
        expect(targets.escalation).toEqual(targets.resolution);
      }),
    );
  });
});
