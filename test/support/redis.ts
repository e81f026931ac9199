/**
 * A database of the given Redis that one spec file has to itself: the queues have the same names everywhere, so that a worker
 * takes what the Lodge of another spec rings for.
 */
export function redisOf(server: string, database: number): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}
