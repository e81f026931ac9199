import { remembered } from '#libs/core/text/remembered';
import { plain } from '#libs/core/text/plain';

/** A word of notes: as it was written, as it is looked up, and what stands around it. */
export interface NoteWord {
  written: string;
  word: string;
  /** How many words its clause has. */
  around: number;
  isFirst: boolean;
}

const MOST_WORDS = 60;

/** Notes without addresses, whose parts are no words of a sentence: `http://example.org`, `jane@void.example`, `<br>`. */
export const withoutAddresses = (notes: string): string => notes.replace(ADDRESSES, ' ');
const ADDRESSES = /<[^<>]{0,100}>|\b\p{L}{2,10}:\/\/\S+|\bwww\.\S+|\S+@\S+/gu;

/** Signs and words between parts of notes that say one thing each, beside those that end a clause. */
export const BETWEEN_PARTS =
  /\s[-–—/|+&*·•>=~@\\]+\s|[()[\]{}"“”„«»|•·→]|->|=>|(?<=\p{L}{3})[/_](?=\p{L}{3})|\s{2,}|(?<!\p{L})(?:but|and|then|und|aber|dann|et|mais|puis|y|pero|e|ma|en|maar|mas|i|ale|a|ond)(?!\p{L})/giu;

/** The words of notes one by one, also those between which there is only a sign: `Oliver/Helen`, `→Oak`. */
export const noteWords = remembered((notes: string): readonly NoteWord[] => {
  const found: NoteWord[] = [];
  for (const [clause] of notes.matchAll(/[^\r\n.;,!?:()]+/gu)) {
    const words = (clause.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? []).map((word) => word.replace(/['’](?:s|S)?$/u, '')); // prettier-ignore
    words.forEach((written, index) =>
      found.push({ written, word: wordForm(written), around: words.length, isFirst: index === 0 }),
    );
    if (found.length > MOST_WORDS) break;
  }
  return found.slice(0, MOST_WORDS);
});

const wordForm = (written: string): string => plain(written).replace(/['’]/gu, '');

export const isCapital = (written: string): boolean => /^[\p{Lu}\p{Lt}]/u.test(written);

/** The runs of so many words one after the other, longer ones first, as the places of their first and last words. */
export function* runs(length: number, most: number, least = 1): Generator<[from: number, to: number]> {
  for (let count = Math.min(most, length); count >= least; count--)
    for (let from = 0; from + count <= length; from++) yield [from, from + count];
}

/** Parts of sentences that wish for something, or say who else is on the floor: nothing is taken back. */
const WISHES =
  /\bwould like\b|\b(?:after|at) all\b|\b(?:(?:fe)?male|wom[ae]n|m[ae]n|girls|boys)[- ]only\b|\bhalf[- ]term\b|\balumni (?:child|family|parents?)\b|\b(?:id|identity|documents?|passport|age|email|guarantor) (?:is |are |was |has been )?verified\b/giu;
const OTHER_THINGS =
  'meal ?plan|meals|breakfast|half board|full board|catering|insurance|parking(?: space)?|internet|wifi|bedding|linen|cleaning|laundry|gym|storage';
/** Notes about something that is no place, and nothing else: beside other words they may be about both. */
const ABOUT_OTHERS = new RegExp(
  `^(?:works? off[- ]campus|off[- ]campus job|(?:has )?(?:(?:declin|reject|refus)(?:ed|es)|opt(?:ed|s) out of) (?:the |a )?(?:${OTHER_THINGS})|(?:${OTHER_THINGS}):? (?:declined|cancelled|refused)|(?:second|spare|extra) (?:key|fob)s? (?:for|to) (?:the )?\\p{L}+|(?:Kaution|Miete|Rechnung|Zahlung|Anzahlung) (?:ist |noch )*(?:offen|ausstehend))[.!]?$`,
  'iu',
);

export const withoutWishes = (notes: string): string =>
  ABOUT_OTHERS.test(notes.trim()) ? '' : notes.replace(WISHES, ' ');
