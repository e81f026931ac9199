// `npm run mutants -- --sample 60 --seed 1`: changes one place after the other in the libraries that keep Lodge's promises, and sees
// whether a spec fails. A sample, because all of them would take weeks: each one runs specs on a real PostgreSQL.
// --at-once 2: so many of them at a time, without it as many as there are cores; --library bookings: only of it;
// --budget 120: seconds of specs per mutant; --ids 12,34: these instead of a sample;
// --folder: where the copy and its coverage are kept; --coverage: measures first which specs reach which mutants, which takes as long
// as these specs. Without it, and for what it does not see, the specs are chosen by the words that they share with the file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../apps/local/prepare.mjs';
import { coverage } from './coverage.mjs';
import { pick } from './sample.mjs';
import { report } from './report.mjs';
import { sandbox } from './sandbox.mjs';
import { startServers } from './servers.mjs';
import { specsFor } from './specs-for.mjs';
import { tryMutant } from './try-mutant.mjs';

const { values: given } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    budget: { type: 'string', default: '120' },
    'at-once': { type: 'string', default: String(availableParallelism()) },
    library: { type: 'string' },
    ids: { type: 'string' },
    coverage: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'lodge-mutants') },
  },
});

await prepare({ build: true, tools: true });
mkdirSync(given.folder, { recursive: true });
const all = await sandbox(given.folder);
const servers = [];
for (let number = 0; number < Number(given['at-once']); number++)
  servers.push(await startServers(given.folder, number));
const stopAll = () => Promise.all(servers.map((each) => each.stop()));
const outcomes = [];
const stop = async () => {
  await stopAll();
  process.exit(130);
};
process.once('SIGINT', stop).once('SIGTERM', stop);
try {
  const covered = await coverage(given.folder, given.coverage, servers);
  const mutants = pick(all, given);
  const control = await tryMutant(given.folder, undefined, specsFor(mutants[0], covered, 0), servers[0]);
  if (control.outcome !== 'SURVIVED') throw new Error(`Specs fail without a mutant: ${control.by}`);
  console.log(`${mutants.length} of ${all.length} mutants, seed ${given.seed}`);
  const left = mutants.values();
  const tryRest = async (server) => {
    for (const mutant of left) {
      const specs = specsFor(mutant, covered, Number(given.budget));
      const { outcome, by, seconds } = await tryMutant(given.folder, mutant, specs, server);
      outcomes.push({ ...mutant, outcome, by, specs: specs.length });
      const { file, location, mutator } = mutant;
      console.log(`${outcome} ${file}:${location.start.line + 1} ${mutator} (${mutant.id}), ${seconds} s ${by ?? ''}`);
      writeFileSync(join(given.folder, 'outcomes.json'), JSON.stringify(outcomes));
    }
  };
  await Promise.all(servers.map(tryRest));
} finally {
  await stopAll();
}
report(outcomes);
