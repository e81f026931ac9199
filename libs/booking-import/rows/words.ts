import { addTo } from '#libs/core/collections/grouped';
import { plain } from '#libs/core/text/plain';

const BEGINNING = 2;

/** Words of a list, of which some end in anything. */
export class Words {
  private readonly whole = new Set<string>();
  /** Those that end in anything, by their first letters. */
  private readonly begins = new Map<string, string[]>();

  constructor(list: string) {
    for (const word of plain(list).split(/\s+/u).filter(Boolean))
      if (word.endsWith('*')) addTo(this.begins, word.slice(0, BEGINNING), word.slice(0, -1));
      else this.whole.add(word);
  }

  has(word: string): boolean {
    if (this.whole.has(word)) return true;
    const begins = this.begins.get(word.slice(0, BEGINNING));
    return begins !== undefined && begins.some((each) => word.startsWith(each));
  }
}
