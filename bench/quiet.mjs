// Whether the machine does other work: figures of a busy one are those of its other work.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 1_000;
const MOST = 0.1;
/** So many samples are taken at most until the machine is quiet. */
const PATIENCE = 120;

function times() {
  const all = cpus().map(({ times: each }) => each);
  const idle = all.reduce((sum, each) => sum + each.idle, 0);
  return {
    idle,
    total: all.reduce((sum, each) => sum + Object.values(each).reduce((one, other) => one + other, 0), 0),
  };
}

const shares = [];

/** The share of the processors that is used while the bench does nothing. */
async function otherWork() {
  const before = times();
  await sleep(SAMPLE_MS);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

/** Waits until PostgreSQL and others are done with what they do in the background, for two minutes at most; warns when they go on. */
export async function lookAround(say) {
  let share = await otherWork();
  for (let waited = 1; share > MOST && waited < PATIENCE; waited++) share = await otherWork();
  shares.push(share);
  if (share > MOST) say(`  WARNING: other work uses ${(share * 100).toFixed(0)} % of the processors`);
}

/** The most of the processors that other work was seen to use. */
export const mostOtherWork = () => Math.max(0, ...shares);
