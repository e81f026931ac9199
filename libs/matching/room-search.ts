import { addTo } from '#libs/core/collections/grouped';
import type { LocationRow, LocationTree } from '#libs/matching/location-tree';
import { isLike } from '#libs/matching/names';
import { haveSameCharacters, isOneSlip } from '#libs/matching/one-slip';
import { readingsOf, withLooksOfDigits } from '#libs/matching/room-readings';
import { partsOfRoom } from '#libs/matching/rooms-within';
import { looseWord, roomWords } from '#libs/matching/tolerances';
import { searchable } from '#libs/matching/text';
import { TrigramIndex } from '#libs/matching/trigrams';

/** With less in common, a room is no candidate. */
const LEAST_SCORE = 0.3;
/** Only the same letters and digits, parted otherwise, or taken for others that look like them. */
const REGROUPED = 0.6;
/** A code, name or path with more before or after it, by how much of the text it is. */
const [PART_OF_TEXT, OF_WHOLE_TEXT] = [0.5, 0.45];
/** The same but for one slip, of neighbours that were exchanged and others. */
const [EXCHANGED, SLIPPED] = [0.5, 0.4];
/** A room that a text with its building means, where it means others in that building without it. */
const BESIDE_INSIDE = 0.6;
/** A part of a text that so many rooms have is the number of a bed or a floor. */
const MOST_OF_PART = 20;
/** Longer texts are remarks, of which a code is a small part. */
const MOST_WORDS = 12;

export interface LikelyRoom {
  row: LocationRow;
  score: number;
}

interface Described {
  row: LocationRow;
  words: string[];
  /** The words with what is written together with them. */
  pieces: Set<string>;
}

/** Finds rooms that a text may mean though none is called so. What it finds is offered. */
export class RoomSearch {
  private readonly byNumber = new Map<string, Described[]>();
  private readonly byCharacters = new Map<string, LocationRow[]>();
  /** By the words of the code, the name and the path, with and without those for kinds of places. */
  private readonly byName = new Map<string, LocationRow[]>();
  /** By what is left of codes and names without one of their characters. */
  private bySlip?: Map<string, LocationRow[]>;
  private readonly above = new Map<LocationRow, ReadonlySet<string>>();
  private readonly rows: LocationRow[];
  private readonly byLetters: TrigramIndex;

  constructor(private readonly tree: LocationTree) {
    this.rows = tree.rows.filter(({ allocatable }) => allocatable);
    this.byLetters = new TrigramIndex(this.rows.map(({ name, code }) => `${name} ${code ?? ''}`));
    for (const row of this.rows) {
      const texts = [row.code ?? '', tree.path(row)];
      const words = texts.flatMap(wordsOf);
      const described = { row, words, pieces: new Set(texts.flatMap(piecesOf)) };
      for (const number of new Set(words.filter(isNumber))) addTo(this.byNumber, number, described);
      for (const text of new Set([...texts, row.name].flatMap(charactersOf))) addTo(this.byCharacters, text, row);
      for (const key of new Set([...texts, row.name].map(wordsOf).flatMap(keysOf))) addTo(this.byName, key, row);
    }
  }

  /**
   * Rooms whose code, name or path is in the text or in what it may have been, and those with the same numbers in any order, by how much else they share; for
   * texts without numbers, rooms with similar letters. If nothing is found, those whose code or name has one slip. A room of a building is sought in it first.
   */
  likely(given: string, most: number): LikelyRoom[] {
    const [building, room = given] = partsOfRoom(given) ?? [];
    const house = wordsOf(building ?? '');
    const isInside = (row: LocationRow) => house.every((word) => this.wordsAbove(row).has(word));
    const scores = building === undefined ? new Map<LocationRow, number>() : this.scoresOf(room, isInside);
    const less = scores.size > 0 ? BESIDE_INSIDE : 1;
    for (const [row, score] of this.scoresOf(given)) scores.set(row, Math.max(score * less, scores.get(row) ?? 0));
    const length = (row: LocationRow) => this.tree.path(row).length + (row.code?.length ?? 0);
    return [...scores]
      .filter(([, score]) => score >= LEAST_SCORE)
      .sort(([one, score], [other, otherScore]) => otherScore - score || length(one) - length(other))
      .slice(0, most)
      .map(([row, score]) => ({ row, score: Math.round(score * 1000) / 1000 }));
  }

  /** The rooms that a text can mean, or may have meant before it was altered, if they are among some. */
  private scoresOf(given: string, isAmong: (row: LocationRow) => boolean = () => true): Map<LocationRow, number> {
    const scores = new Map<LocationRow, number>();
    const add = (row: LocationRow, score: number) => {
      if (score > (scores.get(row) ?? 0) && isAmong(row)) scores.set(row, score);
    };
    for (const { text, weight, isPart } of readingsOf(given))
      this.score(text, isPart ? MOST_OF_PART : Infinity, (row, score) => add(row, weight * score));
    if (scores.size === 0) for (const { row, score } of this.withSlip(given)) add(row, score);
    return scores;
  }

  /** The words of the names and codes of all that a location is in. */
  private wordsAbove({ parent }: LocationRow): ReadonlySet<string> {
    const row = parent === null ? undefined : this.tree.get(parent);
    if (!row) return new Set();
    let words = this.above.get(row);
    if (!words) this.above.set(row, (words = new Set([...wordsOf(`${row.name} ${row.code ?? ''}`), ...this.wordsAbove(row)]))); // prettier-ignore
    return words;
  }

  /** Scores the rooms that a text can mean; those with its numbers only if not more than so many have one of them. */
  private score(text: string, mostWithNumbers: number, add: (row: LocationRow, score: number) => void): void {
    const words = wordsOf(text);
    const numbers = words.filter(isNumber);
    for (const characters of charactersOf(text))
      for (const row of this.byCharacters.get(characters) ?? []) add(row, REGROUPED);
    for (const { row, share } of this.withNamesIn(words)) add(row, PART_OF_TEXT + OF_WHOLE_TEXT * share);
    for (const each of this.withNumbers(numbers, mostWithNumbers)) add(each.row, 0.9 * shared(text, words, each));
    if (numbers.length === 0)
      this.byLetters.search(text, LEAST_SCORE, (place, score) => add(this.rows[place] as LocationRow, score));
  }

  /** Those whose code, name or path is a part of a text, and how much of its words. */
  private withNamesIn(words: string[]): { row: LocationRow; share: number }[] {
    if (words.length > MOST_WORDS) return [];
    return [words, withoutKinds(words)].flatMap((list) =>
      list.flatMap((_, from) =>
        list.slice(from).flatMap((_, count) => {
          const name = list.slice(from, from + count + 1);
          // A number or a letter alone may be that of a bed, a floor or a street.
          const [first = ''] = name;
          const isAlone = name.length === 1 && list.length > 1 && (first.length < LEAST_LETTERS || isNumber(first));
          const rows = isAlone ? [] : (this.byName.get(name.join(' ')) ?? []);
          return rows.length > MOST_OF_PART && list.length > name.length
            ? []
            : rows.map((row) => ({ row, share: name.length / list.length }));
        }),
      ),
    );
  }

  /** Those whose code or name is a text but for one slip of the keyboard. */
  private withSlip(text: string): { row: LocationRow; score: number }[] {
    this.bySlip ??= this.slips();
    const [written = ''] = charactersOf(text);
    if (written.length < LEAST_SLIPPED || written.length > MOST_SLIPPED) return [];
    const rows = new Set([written, ...withoutOne(written)].flatMap((key) => this.bySlip?.get(key) ?? []));
    return [...rows].flatMap((row) => {
      const near = calledBy(row).filter((text) => isOneSlip(written, text));
      if (near.length === 0) return [];
      const isExchanged = near.some((text) => haveSameCharacters(written, text) || isDoubled(written, text));
      return [{ row, score: isExchanged ? EXCHANGED : SLIPPED }];
    });
  }

  private slips(): Map<string, LocationRow[]> {
    const found = new Map<string, LocationRow[]>();
    for (const row of this.rows) {
      const texts = calledBy(row).filter(({ length }) => length >= LEAST_SLIPPED && length <= MOST_SLIPPED);
      for (const key of new Set(texts.flatMap((text) => [text, ...withoutOne(text)]))) addTo(found, key, row);
    }
    return found;
  }

  /** Those in whose code and path all of the numbers are, each as often. */
  private withNumbers(numbers: string[], most: number): Described[] {
    const lists = numbers.map((number) => this.byNumber.get(number) ?? []);
    const [fewest = []] = lists.sort((one, other) => one.length - other.length);
    if (fewest.length > most) return [];
    return fewest.filter(({ words }) => new Set(numbers).size === numbers.length ? numbers.every((each) => words.includes(each)) : holds(words, numbers)); // prettier-ignore
  }
}

/** Words for kinds of places, which are in one text and not in the other: North / Flat 2 / A, and North Apartment 2, bedroom A. */
const KINDS = new Set('room rm bed bedroom flat apartment apt unit studio house hall block floor zimmer zi raum bett wohnung wg haus stock etage chambre ch lit appartement logement habitacion hab cama piso camera stanza letto appartamento kamer quarto apartamento pokoj lozko mieszkanie ystafell gwely fflat no nr num dorm key'.split(' ')); // prettier-ignore
const LEAST_LETTERS = 2;
/** Shorter codes are all alike but for one slip. */
const [LEAST_SLIPPED, MOST_SLIPPED] = [3, 12];

/** The words of a name as a key, and those without kinds of places. */
const keysOf = (words: string[]): string[] =>
  [words, withoutKinds(words)].filter(({ length }) => length > 0).map((each) => each.join(' '));
const withoutKinds = (words: string[]): string[] => words.filter((word) => !KINDS.has(word));

/** The code, and a name that another digit would not make another room. */
const calledBy = ({ code, name }: LocationRow): string[] =>
  [code ?? '', /\d/.test(name) ? '' : name].flatMap((text) => charactersOf(text)[0] ?? []);
const withoutOne = (text: string): string[] => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
/** Whether a text is another one with a character typed twice. */
const isDoubled = (text: string, known: string): boolean =>
  text.length === known.length + 1 && /(.)\1/u.test(text) && text.replace(/(.)\1/u, '$1') === known;

const isNumber = (word: string): boolean => /^\p{N}/u.test(word);
const wordsOf = (text: string): string[] =>
  roomWords(text).map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : searchable(looseWord(word))));
const piecesOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean).map((piece) => wordsOf(piece).join('')); // prettier-ignore
/** The letters and digits of a text, with and without zeros before numbers; those that look alike are one. */
const charactersOf = (text: string): string[] => {
  const looks = [searchable(text).replace(/[^\p{L}\p{N}]+/gu, ''), wordsOf(text).join('')];
  return [...new Set(looks.map(withLooksOfDigits))];
};

function holds(words: string[], numbers: string[]): boolean {
  const left = [...words];
  return numbers.every((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

/** The share of a text's words that a location has, and of those that are written together. */
function shared(text: string, words: string[], { words: known, pieces }: Described): number {
  const left = [...known];
  const points = words.map((word) => {
    const index = left.indexOf(word);
    const similar =
      index >= 0 ? index : left.findIndex((each) => word.length > 2 && each.length > 2 && isLike(word, each));
    if (similar >= 0) left.splice(similar, 1);
    return index >= 0 ? 1 : similar >= 0 ? 0.7 : 0;
  });
  const sum = points.reduce((total: number, each) => total + each, 0) / Math.max(1, words.length);
  const whole = piecesOf(text);
  const together = whole.filter((piece) => pieces.has(piece)).length / Math.max(1, whole.length);
  return 0.7 * sum + 0.3 * together;
}
