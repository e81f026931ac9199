import { normalized } from '#libs/core/text/normalized';

const ASCII = /^[ -~]*$/;
/** Text as its words are looked up: without signs and capitals. */
export const plain = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : withoutSigns(text));

const withoutSigns = (text: string): string =>
  normalized(text.toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss'), 'NFKD').replace(/[\p{M}]+/gu, '');

const MOST_KNOWN = 10_000;

/** Words of a list, of which some end in anything. */
export class Words {
  private readonly whole = new Set<string>();
  private readonly begins: string[] = [];
  private readonly known = new Map<string, boolean>();

  constructor(list: string) {
    for (const word of plain(list).split(/\s+/u).filter(Boolean))
      if (word.endsWith('*')) this.begins.push(word.slice(0, -1));
      else this.whole.add(word);
  }

  has(word: string): boolean {
    let has = this.known.get(word);
    if (has === undefined) {
      has = this.whole.has(word) || this.begins.some((each) => word.startsWith(each));
      if (this.known.size < MOST_KNOWN) this.known.set(word, has);
    }
    return has;
  }
}
