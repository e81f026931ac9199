// How much a spec speaks of what a file is about: words that both have, the more the fewer specs have them.
import { readFileSync } from 'node:fs';

const wordsIn = (text) => new Set(text.match(/[A-Za-z][a-z_]{3,}/g)?.map((word) => word.toLowerCase()));

/** Returns what says of one of these specs how much it is about a file. */
export function likenessOf(specs, read = (path) => readFileSync(path, 'utf8')) {
  const words = new Map(specs.map((spec) => [spec, wordsIn(read(spec))]));
  const counts = new Map();
  for (const each of words.values()) for (const word of each) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (file) => {
    const own = [...wordsIn(read(file))].filter((word) => counts.has(word));
    const weight = (word) => Math.log(specs.length / counts.get(word));
    return (spec) => {
      const has = words.get(spec);
      const common = own.filter((word) => has.has(word)).reduce((sum, word) => sum + weight(word), 0);
      // A long spec has many words of everything.
      return common / Math.sqrt(has.size);
    };
  };
}
