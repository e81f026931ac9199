/** A generator of numbers from 0 to 1 that gives the same ones for a seed (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mutants that a seed chooses, each with the same chance; a larger sample continues a smaller one. */
export function pick(mutants, { sample, seed, library, ids }) {
  if (ids) return ids.split(',').map((id) => mutants.find((mutant) => mutant.id === id));
  const next = random(Number(seed));
  const chosen = library ? mutants.filter(({ file }) => file.startsWith(`libs/${library}/`)) : mutants;
  return chosen
    .map((mutant) => ({ mutant, place: next() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, Number(sample))
    .map(({ mutant }) => mutant);
}

/** Between which shares the true one is, with 95 % confidence, when so many of so many were seen (Wilson). */
export function interval(seen, total) {
  const z = 1.96;
  const share = seen / total;
  const middle = (share + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half = (z / (1 + z ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return [middle - half, middle + half];
}
