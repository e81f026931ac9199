// Whether a request takes longer where there is more: one Lodge on each data set, in turn.
import { connectTo, loadFor, median, percentile } from './load.mjs';
import { freeStays, nightsWork, steadyWork } from './work.mjs';

const CONNECTIONS = 10;
// How many times as long a request may take on the largest data set.
const [MOST, MOST_OF_NIGHTS] = [1.2, 1.3];
const GROWING = ['page', 'include', 'skip', 'read', 'create', 'transition', ...nightsWork.map(({ name }) => name)];

export async function measureGrowth(lodges, options, say) {
  const sides = lodges.map((each) => ({
    ...each,
    pool: connectTo(each.lodge, CONNECTIONS),
    work: [
      ...steadyWork({ bookings: each.bookings, stays: freeStays(20), skip: lodges[0].bookings / 2 }),
      ...nightsWork,
    ],
  }));
  const results = [];
  for (const name of GROWING) {
    const rounds = [];
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round++) {
      const slices = [];
      for (const { lodge, pool, cookie, work } of sides) {
        const { next } = work.find((each) => each.name === name);
        const { latencies } = await loadFor(lodge, pool, CONNECTIONS, options.slice, next, cookie);
        slices.push(
          percentile(
            latencies.sort((one, other) => one - other),
            0.5,
          ),
        );
      }
      if (round > 0) rounds.push(slices);
    }
    const title = sides[0].work.find((each) => each.name === name).title;
    const p50 = sides.map((_, side) => median(rounds.map((slices) => slices[side])));
    const times = median(rounds.map((slices) => slices.at(-1) / slices[0]));
    const most = nightsWork.some((each) => each.name === name) ? MOST_OF_NIGHTS : MOST;
    results.push({ name, title, most, sizes: sides.map(({ bookings }) => bookings), p50, times });
    say(`  ${title.padEnd(30)} ${p50.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}: ${times.toFixed(2)} times`);
  }
  for (const { pool } of sides) await pool.close();
  return results;
}
