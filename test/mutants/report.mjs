import { interval } from './sample.mjs';
import { LIBRARIES } from './sandbox.mjs';

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Prints what was found, in all and by library, and what stands in the place of each survivor. */
export function report(outcomes) {
  const score = (name, some) => {
    if (some.length === 0) return;
    const found = some.filter(({ outcome }) => outcome !== 'SURVIVED').length;
    const [from, to] = interval(found, some.length);
    console.log(`${name}: ${found} of ${some.length} found, ${percent(found / some.length)} (95 %: ${percent(from)} to ${percent(to)})`); // prettier-ignore
  };
  console.log('');
  for (const { file, location, mutator, replacement, id } of outcomes.filter(({ outcome }) => outcome === 'SURVIVED'))
    console.log(`${file}:${location.start.line + 1}:${location.start.column + 1} ${mutator} (${id}): ${replacement}`);
  for (const name of LIBRARIES) score(name, outcomes.filter(({ file }) => file.startsWith(`libs/${name}/`))); // prettier-ignore
  score('all', outcomes);
}
