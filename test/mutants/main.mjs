// `npm run mutants -- --sample 60 --seed 1`: changes one place after the other in the libraries that keep Lodge's promises, and sees
// whether a spec fails. A sample, because all of them would take weeks: each one runs specs on a real PostgreSQL.
// --library bookings: only of it; --budget 120: seconds of specs per mutant; --ids 12,34: these instead of a sample;
// --folder: where the copy and its coverage are kept; --coverage: measures first which specs reach which mutants, which takes as long
// as these specs. Without it, and for what it does not see, the specs are chosen by the words that they share with the file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
    library: { type: 'string' },
    ids: { type: 'string' },
    coverage: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'lodge-mutants') },
  },
});

await prepare({ build: true, tools: true });
mkdirSync(given.folder, { recursive: true });
const all = await sandbox(given.folder);
const servers = await startServers(given.folder);
const outcomes = [];
const stop = async () => {
  await servers.stop();
  process.exit(130);
};
process.once('SIGINT', stop).once('SIGTERM', stop);
try {
  const covered = await coverage(given.folder, given.coverage, servers.environment);
  const mutants = pick(all, given);
  const control = await tryMutant(given.folder, undefined, specsFor(mutants[0], covered, 0), servers);
  if (control.outcome !== 'SURVIVED') throw new Error(`Specs fail without a mutant: ${control.by}`);
  console.log(`${mutants.length} of ${all.length} mutants, seed ${given.seed}`);
  for (const mutant of mutants) {
    const specs = specsFor(mutant, covered, Number(given.budget));
    const { outcome, by, seconds } = await tryMutant(given.folder, mutant, specs, servers);
    outcomes.push({ ...mutant, outcome, by, specs: specs.length });
    const { file, location, mutator } = mutant;
    console.log(`${outcome} ${file}:${location.start.line + 1} ${mutator} (${mutant.id}), ${seconds} s ${by ?? ''}`);
    writeFileSync(join(given.folder, 'outcomes.json'), JSON.stringify(outcomes));
  }
} finally {
  await servers.stop();
}
report(outcomes);
