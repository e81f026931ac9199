import { setImmediate as othersFirst } from 'node:timers/promises';

const ITEMS_PER_TURN = 250;

/** The items of a long list, with everybody else's work of the process let in between now and then. */
export async function* withYield<T>(items: readonly T[]): AsyncGenerator<T> {
  for (let from = 0; from < items.length; from += ITEMS_PER_TURN) {
    if (from > 0) await othersFirst();
    yield* items.slice(from, from + ITEMS_PER_TURN);
  }
}

/** `map` of a long list, in turns. */
export async function mapWithYield<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_TURN) {
    if (from > 0) await othersFirst();
    for (const [index, item] of items.slice(from, from + ITEMS_PER_TURN).entries())
      mapped.push(map(item, from + index));
  }
  return mapped;
}
