import { describe, expect, test } from '@jest/globals';
import { BodyBounds } from '#libs/core/http/body-bounds';
import { parseInTurns } from '#libs/core/http/json-in-turns';
import fc from '../support/properties.js';

const outcomeOf = async (parse: () => unknown): Promise<string> => {
  try {
    return JSON.stringify(await parse());
  } catch {
    return 'no JSON';
  }
};

/** Read as a server reads it that gets it in pieces of some size. */
function inTurns(body: Buffer, size: number): { lists: number; outcome: Promise<string> } {
  const bounds = new BodyBounds();
  for (let at = 0; at < body.length; at += size) bounds.take(body.subarray(at, at + size));
  return { lists: bounds.longLists.length, outcome: outcomeOf(() => parseInTurns(body, bounds.longLists)) };
}

const wholly = (body: Buffer): Promise<string> => outcomeOf(() => JSON.parse(body.toString().replace(/^\ufeff/, '')));

// Each entry is long, so that a list of a few is cut at many places.
const entry = (value: unknown) => ({ value, text: '😀,]"}\\'.repeat(4_000) });
const bodyOf = (values: unknown[]): Buffer =>
  Buffer.from(JSON.stringify({ site: 'x', rows: values.map(entry), more: [[values]], others: values.map(entry), end: [] })); // prettier-ignore

describe('JSON that is read piece by piece', () => {
  test('is what it is when it is read as a whole', async () => {
    const some = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 5, maxLength: 6 });
    const check = fc.asyncProperty(some, fc.integer({ min: 1_000, max: 100_000 }), async (values, size) => {
      const body = bodyOf(values);
      const { lists, outcome } = inTurns(body, size);
      expect(lists).toBe(2);
      expect((await outcome) === (await wholly(body))).toBe(true);
    });
    await fc.assert(check, { numRuns: 20 });
  });

  test('is refused exactly where it is refused as a whole: with a sign too many, one too few, or another one', async () => {
    const body = bodyOf([1, { a: [2, null] }, 'b', []]);
    const places = [...body.keys()].filter((at) => '[]{},:"'.includes(String.fromCharCode(body[at] as number)));
    // Most signs are within texts, where all goes.
    const outside = places.filter((at) => body.subarray(Math.max(0, at - 8), at + 8).includes('value'));
    const near = [...outside, ...places.slice(0, 8), ...places.slice(-8)].filter((_, index) => index % 3 === 0);
    let refused = 0;
    for (const [index, at] of near.entries())
      for (const sign of ['', ',', ']', '}', '[', ' ,', ',,', '"', '],"rows":[']) {
        const changed = Buffer.concat([body.subarray(0, at), Buffer.from(sign), body.subarray(at + (index % 2))]);
        const [outcome, right] = [await inTurns(changed, 50_000).outcome, await wholly(changed)];
        if (right === 'no JSON') refused++;
        if (outcome !== right) throw new Error(`${sign} at ${at} of ${changed.length}: ${outcome.slice(0, 100)}`);
      }
    expect(refused).toBeGreaterThan(40);
  });

  test.each([
    ['a list twice', (list: string) => `{"rows":${list},"rows":${list.replace('[', '[0,')}}`],
    ['a list in the place of a key', (list: string) => `{${list}:1}`],
    ['a list that a brace closes', (list: string) => `{"rows":${list.slice(0, -1)}}}`],
    ['a list that ends with a comma', (list: string) => `{"rows":${list.slice(0, -1)},]}`],
    ['a list under __proto__', (list: string) => `{"__proto__":${list},"a":1}`],
    ['text after the end', (list: string) => `{"rows":${list}}{"rows":${list}}`],
    ['a byte order mark', (list: string) => `\ufeff{"rows":${list}}`],
    ['a list alone', (list: string) => list],
    ['a list that is cut off', (list: string) => `{"rows":${list.slice(0, -9)}`],
  ])('is the same for %s', async (_, make) => {
    const body = Buffer.from(make(JSON.stringify([1, 2, 3, 4].map(entry))));
    expect((await inTurns(body, 9_999).outcome) === (await wholly(body))).toBe(true);
  });
});
