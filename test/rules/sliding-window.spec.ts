import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { addressKey } from '#libs/core/limits/address';
import { MemoryWindows } from '#libs/core/limits/memory-windows';

const policy = { name: 'test', limit: 10, seconds: 60 };

describe('a sliding window', () => {
  test('admits the limit, says what is left, and then when to come again', () => {
    const windows = new MemoryWindows();
    const usages = Array.from({ length: 11 }, () => windows.consume(policy, 'a', 30_000));
    expect(usages.map(({ admitted }) => admitted)).toEqual([...Array(10).fill(true), false]);
    expect(usages.map(({ remaining }) => remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
    expect(windows.consume(policy, 'b', 30_000)).toMatchObject({ admitted: true, remaining: 9 });
  });

  test('does not admit twice the limit around the turn of a minute, as a fixed window would', () => {
    const windows = new MemoryWindows();
    const admitted = (ms: number) => windows.consume(policy, 'a', ms).admitted;
    expect(Array.from({ length: 10 }, () => admitted(59_900)).every(Boolean)).toBe(true);
    expect(admitted(60_100)).toBe(false);
  });

  test('a caller who waits as long as the limit says is admitted, and not one second earlier', () => {
    const steps = fc.array(
      fc.record({ pause: fc.integer({ min: 0, max: 20_000 }), burst: fc.integer({ min: 1, max: 14 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const windows = new MemoryWindows();
        let now = 0;
        let last = windows.consume(policy, 'a', now);
        for (const { pause, burst } of all) {
          now += pause;
          for (let index = 0; index < burst; index++) last = windows.consume(policy, 'a', now);
        }
        while (last.admitted) last = windows.consume(policy, 'a', now);
        const early = now + (last.resetSeconds - 1) * 1000;
        if (last.resetSeconds > 1) expect(windows.consume(policy, 'a', early).admitted).toBe(false);
        expect(windows.consume(policy, 'a', now + last.resetSeconds * 1000).admitted).toBe(true);
      }),
    );
  });

  test('forgets who was not there for two windows', () => {
    const windows = new MemoryWindows();
    for (let index = 0; index < 10; index++) windows.consume(policy, 'a', 0);
    expect(windows.consume(policy, 'a', 180_000)).toMatchObject({ remaining: 9 });
  });
});

describe('an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
