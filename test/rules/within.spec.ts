import { stat } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { within } from '#libs/core/time/within';

const late = () => new Error('late');

test('what does not come in time is late', async () => {
  await expect(within(20, new Promise(() => undefined), late)).rejects.toThrow('late');
});

test('what comes while the process stands still is in time', async () => {
  const answer = within(50, stat('package.json'), late);
  for (const end = performance.now() + 200; performance.now() < end;);
  expect((await answer).isFile()).toBe(true);
});
