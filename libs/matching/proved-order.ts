export type NumberOrder = 'dmy' | 'mdy';

/** So many dates have to be against the order of the site: one alone may be a slip. */
export const LEAST_AGAINST = 2;

/**
 * The order in which a file writes the numbers of its days, by how many of them can only be meant in each; null if none can, if they
 * differ, or if too few are against the order of the site.
 */
export function provedOrder({ dmy, mdy }: Record<NumberOrder, number>, siteOrder: string | null): NumberOrder | null {
  if (dmy > 0 === mdy > 0) return null;
  const order = dmy > 0 ? 'dmy' : 'mdy';
  const isAgainst = (siteOrder === 'dmy' || siteOrder === 'mdy') && order !== siteOrder;
  return isAgainst && Math.max(dmy, mdy) < LEAST_AGAINST ? null : order;
}
