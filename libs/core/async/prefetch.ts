/** The same items; each is begun as soon as the previous one is available. An error is thrown at its position in the order. */
export async function* prefetch<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
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
    // A caller that stops early waits for the item that was begun.
    await items.return(undefined);
  }
}
