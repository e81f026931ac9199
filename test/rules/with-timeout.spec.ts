import { stat } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { withTimeout } from '#libs/core/async/with-timeout';

const late = () => new Error('late');

test('what does not come in time is late', async () => {
  await expect(withTimeout(20, new Promise(() => undefined), late)).rejects.toThrow('late');
});

test('what comes while the process stands still is in time', async () => {
  const answer = withTimeout(50, stat('package.json'), late);
  for (const end = performance.now() + 200; performance.now() < end;);
  expect((await answer).isFile()).toBe(true);
});
