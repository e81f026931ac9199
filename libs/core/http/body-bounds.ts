import { DomainError } from '#libs/core/errors/domain-error';

/** How deep objects and lists may be nested: what converts and checks them would run out of stack at some thousand. */
export const MOST_LEVELS = 32;
/** The most keys of one object; a file of an import has as many columns at most. */
export const MOST_KEYS = 1_000;
/** The most objects and lists of one body. Empty ones take 3 bytes of it and 60 or more of memory. */
export const MOST_NODES = 200_000;
/** The most values of one body, of all its objects and lists together. */
export const MOST_VALUES = 500_000;
/** The most different keys of one body: those of a request, and 1,000 columns of a file. */
export const MOST_NAMES = 2_000;
/** The most bytes of one text. No field takes a tenth of that, but a cell of an import may be too long without stopping the rest. */
export const MOST_TEXT = 1_048_576;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The least bytes between two places at which a list is cut. */
const PIECE = 65_536;

/** A list in a field of a body: where it begins, where it may be cut between two entries, and where it ends, in bytes. */
export interface LongList {
  from: number;
  cuts: number[];
  to: number;
}

const tooLarge = (what: string) => new DomainError('payload_too_large', `The body has ${what}.`);

/**
 * Counts what a JSON body will become in memory while its bytes arrive, so that one which would become too much is refused
 * before it is read to the end, and notes where long lists may be cut. It does not check the grammar: that is the parser's.
 */
export class BodyBounds {
  private isText = false;
  private isEscaped = false;
  private textBytes = 0;
  /** Of the text that is read, or of the last one. */
  private hash = 0;
  private level = 0;
  private nodes = 0;
  private values = 0;
  /** The keys so far of each object that is open. */
  private readonly keys = new Uint32Array(MOST_LEVELS + 1);
  /** The number of each object that is open. */
  private readonly objects = new Uint32Array(MOST_LEVELS + 1);
  /**
   * Hashes of the keys so far, each with the number of the last object at each level that has it. Two keys with one hash make the count of keys too
   * low by one, which does no harm.
   */
  private readonly names = new Map<number, number[]>();
  /** Whether an object may have one key twice; two keys may also have one hash. */
  mayRepeatKeys = false;
  private bytesBefore = 0;
  private isObject = false;
  private list: LongList | undefined;
  /** The lists in fields of the body that can be read piece by piece. */
  readonly longLists: LongList[] = [];

  /** Takes the next bytes. @throws DomainError `malformed_json` when nested too deep, `payload_too_large` */
  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (this.isText) this.consumeText(byte);
      else if (byte === QUOTE) this.beginText();
      else if (byte === COMMA) this.countValue(at);
      else if (byte === COLON) this.countKey();
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.open(byte, at);
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && this.level > 0) this.close(at);
    }
    this.bytesBefore += piece.length;
  }

  private beginText(): void {
    this.isText = true;
    this.textBytes = 0;
    this.hash = 0;
  }

  private consumeText(byte: number): void {
    if (++this.textBytes > MOST_TEXT) throw tooLarge(`a text of more than ${MOST_TEXT} bytes`);
    this.hash = (Math.imul(this.hash, 31) + byte) | 0;
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isText = false;
  }

  private open(byte: number, at: number): void {
    if (++this.level > MOST_LEVELS)
      throw new DomainError('malformed_json', `The body is nested more than ${MOST_LEVELS} levels deep.`);
    if (++this.nodes > MOST_NODES) throw tooLarge(`more than ${MOST_NODES} objects and lists`);
    this.keys[this.level] = 0;
    this.objects[this.level] = this.nodes;
    if (this.level === 1) this.isObject = byte === OPEN_OBJECT;
    else if (this.level === 2 && this.isObject && byte === OPEN_LIST)
      this.list = { from: this.bytesBefore + at, cuts: [], to: 0 };
  }

  private close(at: number): void {
    if (this.level === 2 && this.list) {
      if (this.list.cuts.length > 0) this.longLists.push({ ...this.list, to: this.bytesBefore + at });
      this.list = undefined;
    }
    this.level--;
  }

  private countKey(): void {
    const keys = (this.keys[this.level] ?? 0) + 1;
    this.keys[this.level] = keys;
    if (keys > MOST_KEYS) throw tooLarge(`an object of more than ${MOST_KEYS} fields`);
    const object = this.objects[this.level] ?? 0;
    const lastIn = this.names.get(this.hash) ?? [];
    if (lastIn.length === 0 && this.names.set(this.hash, lastIn).size > MOST_NAMES)
      throw tooLarge(`more than ${MOST_NAMES} different names of fields`);
    this.mayRepeatKeys ||= lastIn[this.level] === object;
    lastIn[this.level] = object;
  }

  private countValue(at: number): void {
    if (++this.values > MOST_VALUES) throw tooLarge(`more than ${MOST_VALUES} values`);
    if (this.level !== 2 || !this.list) return;
    const { from, cuts } = this.list;
    const here = this.bytesBefore + at;
    if (here - (cuts.at(-1) ?? from) >= PIECE) cuts.push(here);
  }
}
