import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { FUNCTIONS } from '#libs/occupancy/functions/functions';
import type { Lodge } from '../support/lodge.js';
import { commands, type Kind } from './commands.js';
import { play, startModel } from './play.js';

/** What leads to residents who stay past the end, leave early, or move. */
const STAYS: Kind[] = ['create', 'move', 'pass'];

/** A rule of a function of the database, the function without it, and the requests that concern it. */
const RULES: [rule: string, name: string, text: string, without: string, kinds: Kind[]][] = [
  [
    'a person who stays past the end has the nights until today',
    'places_to_take',
    '(resident OR stay && overstay(o.period, o.turnaround, today))',
    'resident',
    STAYS,
  ],
  [
    'who moves in finds nobody in house',
    'places_to_take',
    '(resident OR stay && overstay(o.period, o.turnaround, today))',
    '(stay && overstay(o.period, o.turnaround, today))',
    // Of a place that another one has left, the guest would get the next: rooms have to be for several.
    [...STAYS, 'createNext', 'resize'],
  ],
  ['the calendar shows who stays past the end', 'timeline', 'today + coalesce(', 'lower(o.period) + coalesce(', STAYS],
  [
    'who moved today after the end of the contract is late to leave the new room',
    'late_stays',
    ' OR upper(o.period) - o.turnaround <= today + 1 AND b.contract_end < today)',
    ')',
    [...STAYS, 'moveOverdue'],
  ],
  [
    'a stay that is over keeps the nights that were spent, and no others',
    'leave_places',
    'ELSE nights(coalesce(lower(o.period), ended), ended) END',
    'ELSE o.period END',
    STAYS,
  ],
  [
    'a check-out keeps the nights for cleaning that the stay had',
    'leave_places',
    'coalesce(had, k.turnaround_days',
    'coalesce(k.turnaround_days',
    [...STAYS, 'clean'],
  ],
  [
    'the first room of a stay begins with the contract, also after a move',
    'leave_places',
    'SET period = nights(ended, upper(o.period))\n    WHERE',
    'SET period = o.period\n    WHERE',
    [...STAYS, 'moveTo', 'patch'],
  ],
];

/** Some take a minute to be found: they are for the long run. */
const SLOW = [
  'a person who stays past the end has the nights until today',
  'who moves in finds nobody in house',
  'a check-out keeps the nights for cleaning that the stay had',
  'a night before a move was in the room that was left',
];
const inThisRun = ([rule]: [string, ...unknown[]]) => process.env.MODEL_RUNS !== undefined || !SLOW.includes(rule);

/** A rule in the statements of reads, and what they say without it. */
const READ_RULES: [rule: string, text: string, without: string][] = [
  [
    'a night before a move was in the room that was left',
    'o.segment < b.segment AND lower(o.period) <=',
    'false AND lower(o.period) <=',
  ],
  [
    'a night after a planned move is in the other room',
    'o.segment > b.segment AND lower(o.period) <=',
    'false AND lower(o.period) <=',
  ],
  ['a guest who came later was not there before', 'b.checked_in_at <', `'-infinity'::timestamptz <`],
];

/** What a statement is for node-postgres: its text, and the name under which a connection prepares it. */
interface Statement {
  text: string;
  name?: string;
}

let changes = 0;

/** Runs work while every statement of this process says something else. Returns how many did. */
async function without(text: string, other: string, work: () => Promise<void>): Promise<number> {
  let changed = 0;
  const number = ++changes;
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function changing(this: object, ...args: unknown[]) {
    const [statement] = args as [Statement | undefined];
    if (statement?.text?.includes(text)) {
      // Another text needs another name.
      Object.assign(statement, {
        text: statement.text.replaceAll(text, other),
        name: `${statement.name}${number}`,
      });
      changed += 1;
    }
    return (original as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  await work().finally(() => (pg.Client.prototype.query = original));
  return changed;
}

describe('the model', () => {
  let lodge: Lodge;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ lodge, stop } = await startModel());
  });
  afterAll(() => stop());

  // Which sequence finds it changes with Lodge, so that there are many more before a rule counts as not found.
  const find = (kinds?: Kind[]) =>
    fc.check(
      fc.asyncProperty(commands(50, kinds), async (sequence) => {
        await play(lodge, sequence);
      }),
      { seed: 14, numRuns: 400, endOnFailure: true },
    );

  test.each(RULES.filter(inThisRun))(
    'finds it when this rule is removed: %s',
    async (_, name, text, without, kinds) => {
      const rule = FUNCTIONS.find(({ signature }) => signature.startsWith(`${name}(`));
      const broken = rule?.text.replace(text, without);
      expect(broken).not.toBe(rule?.text);
      await lodge.sql(broken ?? '');
      try {
        const found = await find(kinds);
        expect(found.failed).toBe(true);
      } finally {
        await lodge.sql(rule?.text ?? '');
      }
    },
    600_000,
  );

  test.each(READ_RULES.filter(inThisRun))(
    'finds it when a read forgets this rule: %s',
    async (_, text, other) => {
      const changed = await without(text, other, async () => {
        const { errorInstance } = await find([...STAYS, 'moveTo', 'look']);
        expect(String(errorInstance)).toMatch(/^AssertionError.* on 2026/);
      });
      expect(changed).toBeGreaterThan(0);
    },
    600_000,
  );

  // The last one: what it lets in stands in the way of the constraint.
  test('finds it when the constraint is removed', async () => {
    await lodge.sql('ALTER TABLE occupancies DROP CONSTRAINT occupancies_no_overlap_1');
    const found = await find();
    expect(found.failed).toBe(true);
  }, 600_000);
});
