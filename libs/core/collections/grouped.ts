/** Puts a value at the end of the list of its key. */
export function addTo<Key, T>(lists: Map<Key, T[]>, key: Key, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Items by key, in their order. (`Map.groupBy` is not in Node 20.) */
export function grouped<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}
