import { redisOf } from './redis.js';

// Spec files run side by side: in one database of Redis their workers would take each other's jobs, and one that empties
// it would empty it for all. So each process that runs specs has a database of its own, counted on from the one given.
const { TEST_REDIS_URL, JEST_WORKER_ID = '1' } = process.env;
if (TEST_REDIS_URL) {
  const given = Number(new URL(TEST_REDIS_URL).pathname.slice(1));
  process.env.TEST_REDIS_URL = redisOf(TEST_REDIS_URL, (2 * given + Number(JEST_WORKER_ID)) % 16);
}
