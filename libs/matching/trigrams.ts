import { addTo } from '#libs/core/collections/grouped';
import { searchable } from '#libs/matching/text';

/**
 * The groups of three letters of a text, as the extension pg_trgm makes them: of each word with two blanks before it and one
 * after it.
 */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of searchable(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    for (let at = 0; at <= word.length; at++) trigrams.add(`  ${word} `.slice(at, at + 3));
  return trigrams;
}

/** Finds the names that are like a text. All are known, so that thousands of texts do not become as many searches of a table. */
export class TrigramIndex {
  private readonly holders = new Map<string, number[]>();
  private readonly sizes: number[];
  private readonly shared: Uint16Array;

  constructor(names: string[]) {
    this.shared = new Uint16Array(names.length);
    this.sizes = names.map((name, index) => {
      const trigrams = trigramsOf(name);
      for (const trigram of trigrams) addTo(this.holders, trigram, index);
      return trigrams.size;
    });
  }

  /**
   * Names each that is like a text by its index, and how much, from `least` to 1: the share of the trigrams of both that both have.
   */
  search(text: string, least: number, found: (index: number, score: number) => void): void {
    const trigrams = trigramsOf(text);
    const { shared, sizes } = this;
    shared.fill(0);
    for (const trigram of trigrams) for (const index of this.holders.get(trigram) ?? []) shared[index]!++;
    for (let index = 0; index < shared.length; index++) {
      const count = shared[index]!;
      const score = count / (trigrams.size + sizes[index]! - count);
      if (count > 0 && score >= least) found(index, score);
    }
  }
}
