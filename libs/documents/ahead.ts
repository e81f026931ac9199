/** The same items; each is begun as soon as the one before is there. A fault comes in its turn. */
export async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const begin = () => {
    const next = items.next();
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = begin(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = begin();
      yield value as Item;
    }
  } finally {
    // Whoever stops in between waits for what was begun.
    await items.return(undefined);
  }
}
