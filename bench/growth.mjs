// Whether a request takes longer where there is more: one Lodge and one limit on each data set, in turn.
import { connectTo, loadFor, median, percentile } from './load.mjs';
import { freeStays, nightsWork, steadyWork } from './work.mjs';

const CONNECTIONS = 10;
// How many times as long a request may take on the largest data set.
const [MOST, MOST_OF_NIGHTS] = [1.2, 1.3];
const GROWING = ['page', 'include', 'skip', 'read', 'create', 'transition', ...nightsWork.map(({ name }) => name)];
const isOfNights = (name) => nightsWork.some((each) => each.name === name);

export async function measureGrowth(sites, options, say) {
  const sides = sites.map(({ lodge, limit, bookings, cookie }) => ({
    bookings,
    cookie,
    servers: [lodge, limit].map((server) => ({ server, pool: connectTo(server, CONNECTIONS) })),
    work: [...steadyWork({ bookings, stays: freeStays(20), skip: sites[0].bookings / 2 }), ...nightsWork],
  }));
  const results = [];
  for (const name of GROWING) {
    // The limit has no pages by nights.
    const measured = isOfNights(name) ? [0] : [0, 1];
    const rounds = [];
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round++) {
      const slices = measured.map(() => []);
      for (const { servers, cookie, work } of sides) {
        const { next } = work.find((each) => each.name === name);
        for (const which of measured) {
          const { server, pool } = servers[which];
          const { latencies } = await loadFor(server, pool, CONNECTIONS, options.slice, next, cookie);
          slices[which].push(percentile(latencies.sort((one, other) => one - other), 0.5)); // prettier-ignore
        }
      }
      if (round > 0) rounds.push(slices);
    }
    const { title } = sides[0].work.find((each) => each.name === name);
    const p50 = sides.map((_, side) => median(rounds.map(([slices]) => slices[side])));
    const [times, limit] = measured.map((which) => median(rounds.map((slices) => slices[which].at(-1) / slices[which][0]))); // prettier-ignore
    const most = isOfNights(name) ? MOST_OF_NIGHTS : MOST;
    results.push({ name, title, most, sizes: sides.map(({ bookings }) => bookings), p50, times, limit });
    const beside = limit === undefined ? '' : `, the limit ${limit.toFixed(2)}`;
    say(`  ${title.padEnd(30)} ${p50.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}: ${times.toFixed(2)} times${beside}`); // prettier-ignore
  }
  for (const { pool } of sides.flatMap(({ servers }) => servers)) await pool.close();
  return results;
}
