const collator = new Intl.Collator('en', { numeric: true });

/** Names as people sort them: no case, Block 2 before Block 10. The database's order is by code point. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  collator.compare(one.name, other.name);
