/** A number of requests in a number of seconds. 0 means no limit. */
export interface Policy {
  name: string;
  limit: number;
  seconds: number;
}

/** The state of a caller under one policy, this request included. */
export interface Usage {
  policy: Policy;
  admitted: boolean;
  remaining: number;
  /** Whole seconds until one more is admitted; while some remain, until the running window is over. */
  resetSeconds: number;
}

/** The counts of the previous window and, before this request, of the current one. */
export interface Counted {
  previous: number;
  current: number;
  elapsedMs: number;
}

/**
 * Judges one request by a sliding window made of two fixed ones: the one that is over counts as much as still reaches
 * into the last `seconds`. Exact when requests come evenly, and two numbers a caller instead of a time for each.
 */
export function evaluateWindow(policy: Policy, { previous, current, elapsedMs }: Counted): Usage {
  const length = policy.seconds * 1000;
  // In whole numbers, requests times milliseconds: a fraction would be off by a hair where it matters.
  const free = policy.limit * length - previous * (length - elapsedMs) - current * length;
  const admitted = free >= length;
  const remaining = Math.max(0, Math.floor(free / length) - (admitted ? 1 : 0));
  const counted = admitted ? current + 1 : current;
  const resetMs =
    remaining > 0 ? length - elapsedMs : msUntilOneFits(policy.limit, previous, counted, length) - elapsedMs;
  return { policy, admitted, remaining, resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)) };
}

// From the beginning of this window. The older count decreases evenly; when this one alone is full, it becomes the older
// one first.
function msUntilOneFits(limit: number, previous: number, current: number, length: number): number {
  const room = limit - 1 - current;
  if (room >= 0) return length - Math.floor((room * length) / previous);
  return 2 * length - Math.floor(((limit - 1) * length) / current);
}
