import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const ITEMS_PER_TURN = 100;

/** `forEach` of a long list, with everybody else's work of the process let in between now and then. */
export async function eachWithYield<T>(items: readonly T[], act: (item: T, index: number) => void): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_PER_TURN) {
    if (from > 0) await yieldToEventLoop();
    const until = Math.min(from + ITEMS_PER_TURN, items.length);
    for (let index = from; index < until; index++) act(items[index] as T, index);
  }
}

/** `map` of a long list, in turns. */
export async function mapWithYield<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const mapped: R[] = [];
  await eachWithYield(items, (item, index) => mapped.push(map(item, index)));
  return mapped;
}
