import { expect, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { Together } from '#libs/core/async/together';
import { until } from '../support/until.js';

/** Reads that end when the test lets them. */
function reads(most: number) {
  const begun: { given: string[]; end: (error?: Error) => void }[] = [];
  const together = new Together<string, string>(
    most,
    (given) =>
      new Promise((resolve, reject) => {
        begun.push({ given: [...given], end: (error) => (error ? reject(error) : resolve(given.join(''))) });
      }),
  );
  return { begun, together };
}

test('as many reads as may be under way begin at once, and later callers share the next', async () => {
  const { begun, together } = reads(2);
  const results: Promise<string>[] = [];
  for (const given of ['a', 'b', 'c', 'd']) {
    results.push(together.join(given));
    await turn();
  }
  expect(begun.map(({ given }) => given)).toEqual([['a'], ['b']]);
  begun[1]?.end();
  await turn();
  expect(begun[2]?.given).toEqual(['c', 'd']);
  results.push(together.join('e'));
  await turn();
  expect(begun).toHaveLength(3);
  begun[0]?.end();
  begun[2]?.end();
  await turn();
  begun[3]?.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'cd', 'cd', 'e']);
  expect(together.isIdle).toBe(true);
});

test('a read that fails fails for those who share it, and for nobody else', async () => {
  const { begun, together } = reads(1);
  const first = together.join('a');
  await turn();
  const shared = [together.join('b'), together.join('c')];
  begun[0]?.end(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await turn();
  const last = together.join('d');
  begun[1]?.end(new Error('again'));
  for (const each of shared) await expect(each).rejects.toThrow('again');
  await turn();
  begun[2]?.end();
  expect(await last).toBe('d');
});

test('a read that takes long does not keep the next one from beginning', async () => {
  const { begun, together } = reads(1);
  const first = together.join('a');
  const second = together.join('b');
  await turn();
  const third = together.join('c');
  await until(() => begun.length === 2, 10);
  expect(begun.map(({ given }) => given)).toEqual([['a', 'b'], ['c']]);
  for (const { end } of begun) end();
  expect(await Promise.all([first, second, third])).toEqual(['ab', 'ab', 'c']);
  expect(together.isIdle).toBe(true);
});
