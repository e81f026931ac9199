import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import { TrigramIndex } from '#libs/matching/trigrams';
import { Lodge } from '../../support/lodge.js';

let lodge: Lodge;
beforeAll(async () => {
  lodge = await Lodge.start();
});
afterAll(() => lodge.stop());

test('names are as alike as PostgreSQL says they are', async () => {
  const word = fc.string({ unit: fc.constantFrom(...'aábcñoöruž12'), maxLength: 6 });
  const name = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  const insert = (text: string, piece: string, at: number) => text.slice(0, at) + piece + text.slice(at);
  const pair = fc.tuple(name, word, fc.nat(20)).map(([one, piece, at]) => [one, insert(one, piece, at)] as const);
  const pairs = fc.sample(pair, 2_000);
  const known = [...new Set(pairs.map(([one]) => one))];
  const index = new TrigramIndex(known);
  const ours = pairs.map(([one, other]) => {
    let found = 0;
    index.search(other, 0, (place, score) => (known[place] === one ? (found = score) : undefined));
    return found;
  });
  const theirs = await lodge.sql<{ score: number }>(
    `SELECT similarity(folded(one), folded(other)) AS score
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS p (one, other, n) ORDER BY n`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  );
  expect(ours.map((score) => score.toFixed(5))).toEqual(theirs.map(({ score }) => score.toFixed(5)));
  expect(ours.filter((score) => score > 0.3).length).toBeGreaterThan(20);
});
