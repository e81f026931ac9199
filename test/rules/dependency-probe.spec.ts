import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { DependencyProbe } from '#libs/core/health/dependency';

describe('what is known of a dependency', () => {
  afterEach(() => void jest.restoreAllMocks());

  test('is looked at anew after its time although the clock was set back', async () => {
    let isThere = true;
    const check = async () => {
      if (!isThere) throw new Error('gone');
    };
    const probe = new DependencyProbe({ name: 'database', required: true, check, keepMs: 20 });
    expect((await probe.state()).status).toBe('ok');
    const before = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => before - 3_600_000);
    isThere = false;
    await sleep(50);
    expect((await probe.state()).status).toBe('failed');
  });
});
