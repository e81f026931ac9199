import { describe, expect, test } from '@jest/globals';
import { RepeatedErrors } from '#libs/core/logging/repeated-errors';

describe('an error that comes again and again', () => {
  test('is told at once, then once a minute with how often it came; another one is told at once, too', () => {
    const errors = new RepeatedErrors();
    const lines: string[] = [];
    // Twice a second for five minutes, from several connections at once.
    for (let now = 0; now < 300_000; now += 500)
      for (const message of ['connect ECONNREFUSED', 'connect ECONNREFUSED', 'closed'])
        lines.push(...[errors.lineOf(message, now)].filter((line) => line !== undefined));
    expect(lines.filter((line) => line.startsWith('connect'))).toEqual([
      'connect ECONNREFUSED',
      ...Array.from({ length: 4 }, () => 'connect ECONNREFUSED (and 239 times since this was last written)'),
    ]);
    expect(lines.filter((line) => line.startsWith('closed'))).toHaveLength(5);
    expect(errors.lineOf('connect ECONNREFUSED', 10_000_000)).toMatch(/^connect ECONNREFUSED/);
  });

  test('of any number of kinds takes no more memory', () => {
    const errors = new RepeatedErrors();
    for (let kind = 0; kind < 100_000; kind++) expect(errors.lineOf(`error ${kind}`, 0)).toBe(`error ${kind}`);
    expect((errors as unknown as { known: Map<string, unknown> }).known.size).toBeLessThanOrEqual(100);
  });
});
