import { plain } from '#libs/core/text/plain';

/** Where the first words of two phrases differ, they are looked up apart. */
const BEGINNING = 3;

/** Phrases of a list with commas between them; a word of them with an asterisk has any ending. */
export class Phrases {
  private readonly byBeginning = new Map<string, string[][]>();

  constructor(list: string) {
    for (const phrase of new Set(list.split(','))) {
      const words = plain(phrase).split(/\s+/u).filter(Boolean);
      const [first] = words;
      if (first === undefined) continue;
      const key = first.replace('*', '').slice(0, BEGINNING);
      const others = this.byBeginning.get(key);
      if (others === undefined) this.byBeginning.set(key, [words]);
      else others.push(words);
    }
  }

  /** Whether words contain one of the phrases. */
  isIn(words: readonly string[]): boolean {
    return words.some((_, from) => this.at(words, from).length > 0);
  }

  /** Whether words are one of the phrases, and nothing else. */
  has(words: readonly string[]): boolean {
    return this.at(words, 0).some(({ length }) => length === words.length);
  }

  private at(words: readonly string[], from: number): string[][] {
    const phrases = this.byBeginning.get(words[from]?.slice(0, BEGINNING) ?? '') ?? [];
    return phrases.filter((phrase) => phrase.every((part, index) => isAs(part, words[from + index])));
  }
}

const isAs = (part: string, word: string | undefined): boolean =>
  word !== undefined && (part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part);
