import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { LocationQueue } from '#libs/occupancy/location-queue';

describe('who wants the same location at once', () => {
  test('the first writes without checking; later requests check when that write is over', async () => {
    const queue = new LocationQueue();
    const events: string[] = [];
    const enter = (name: string, location = 'room') =>
      queue.run(
        location,
        async () => void events.push(`${name} checks`),
        async () => {
          events.push(`${name} writes`);
          await sleep(20);
          events.push(`${name} wrote`);
        },
      );
    await Promise.all([enter('one'), enter('two'), enter('other', 'elsewhere')]);
    expect(events.filter((event) => !event.startsWith('other'))).toEqual([
      'one writes',
      'one wrote',
      'two checks',
      'two writes',
      'two wrote',
    ]);
    expect(events.indexOf('other writes')).toBeLessThan(events.indexOf('one wrote'));
    await enter('late');
    expect(events.slice(-2)).toEqual(['late writes', 'late wrote']);
  });

  test('a check that fails keeps from writing, and a write that fails frees the next', async () => {
    const queue = new LocationQueue();
    const first = queue.run('room', () => Promise.resolve(), () => Promise.reject(new Error('no'))); // prettier-ignore
    const second = queue.run('room', () => Promise.reject(new Error('taken')), () => Promise.resolve('written')); // prettier-ignore
    const third = queue.run('room', () => Promise.resolve(), () => Promise.resolve('written')); // prettier-ignore
    await expect(first).rejects.toThrow('no');
    await expect(second).rejects.toThrow('taken');
    await expect(third).resolves.toBe('written');
  });

  test('who asks before the question is sent shares the answer; who asks later gets a later one', async () => {
    const queue = new LocationQueue();
    let reads = 0;
    const ask = (given: string, question = 'free?') =>
      queue.together(question, given, async (all) => {
        const answer = [++reads, ...all];
        await sleep(20);
        return answer;
      });
    const together = [ask('a'), ask('b')];
    await sleep(5);
    const later = [ask('c'), ask('d')];
    expect(await Promise.all(together)).toEqual([[1, 'a', 'b'], [1, 'a', 'b']]); // prettier-ignore
    expect(await Promise.all(later)).toEqual([[2, 'c', 'd'], [2, 'c', 'd']]); // prettier-ignore
    expect(await Promise.all([ask('e'), ask('f', 'who?')])).toEqual([[3, 'e'], [4, 'f']]); // prettier-ignore
  });
});
