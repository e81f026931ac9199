import { folded } from '#libs/booking-import/text';

/**
 * The groups of three letters of a text, as the extension pg_trgm makes them: of each word with two blanks before it and one
 * behind it.
 */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of folded(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    for (let at = 0; at <= word.length; at++) trigrams.add(`  ${word} `.slice(at, at + 3));
  return trigrams;
}

/** Finds the names that are like a text. All are known, so that thousands of texts do not become as many searches of a table. */
export class TrigramIndex {
  private readonly holders = new Map<string, number[]>();
  private readonly sizes: number[];

  constructor(names: string[]) {
    this.sizes = names.map((name, index) => {
      const trigrams = trigramsOf(name);
      for (const trigram of trigrams) {
        const holders = this.holders.get(trigram);
        if (holders) holders.push(index);
        else this.holders.set(trigram, [index]);
      }
      return trigrams.size;
    });
  }

  /** How like a text the names are, by their index, 0 to 1: the share of all trigrams of both that both have. */
  likeness(text: string): Float64Array {
    const trigrams = trigramsOf(text);
    const shared = new Float64Array(this.sizes.length);
    for (const trigram of trigrams)
      for (const index of this.holders.get(trigram) ?? []) shared[index] = (shared[index] ?? 0) + 1;
    return shared.map((count, index) => count / (trigrams.size + (this.sizes[index] ?? 0) - count));
  }
}
