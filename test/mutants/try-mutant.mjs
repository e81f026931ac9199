import { runSpecs } from './run-specs.mjs';

// Times on a busy machine.
const [START_S, PATIENCE] = [120, 6];
// Functions of SQL are in the database that specs clone.
const isStored = ({ file }) => file.startsWith('libs/occupancy/functions');

/** Runs specs with one mutant switched on, until one fails; without a mutant all of them have to pass. */
export async function tryMutant(folder, mutant, specs, { environment, makeTemplate }) {
  const began = Date.now();
  const kept = mutant && isStored(mutant) ? {} : { TEST_SCHEMA: 'kept' };
  const on = mutant ? { __STRYKER_ACTIVE_MUTANT__: mutant.id } : {};
  const most = START_S + PATIENCE * specs.reduce((sum, { seconds }) => sum + seconds, 0);
  const names = specs.map(({ spec }) => spec);
  const { code, output } = await runSpecs(folder, ['--bail', ...names], { ...environment, ...kept, ...on }, most);
  if (!kept.TEST_SCHEMA) await makeTemplate();
  const seconds = Math.round((Date.now() - began) / 1_000);
  if (code === 'late') return { outcome: 'timed out', seconds };
  if (code === 0) return { outcome: 'SURVIVED', seconds };
  const [, by = output.slice(-2_000)] = /^FAIL (\S+)/m.exec(output) ?? [];
  return { outcome: 'killed', by, seconds };
}
