import { remembered } from '#libs/core/text/remembered';
import { plain } from '#libs/core/text/plain';
import { numberNamed } from '#libs/matching/number-words';
import { beginsStatus, type StatedStatus, statedStatus, statusesBegunBy } from '#libs/matching/status-words';
import {
  ABOUT_THE_STAY,
  AGAINST,
  ALL_OF_IT,
  ALONE,
  BESIDE_ENDING,
  ENDING,
  OF_PRESENCE,
} from '#libs/booking-import/rows/note-words';
import { ENDLESS, IN_ORDER, SAID, TOGETHER, WHOLLY } from '#libs/booking-import/rows/note-meanings';
import { BETWEEN_PARTS, withoutAddresses, withoutWishes } from '#libs/booking-import/rows/note-texts';
import { Phrases } from '#libs/booking-import/rows/phrases';
import { lengthIn, UNITS } from '#libs/booking-import/rows/own-length';
import { isCryptic, isUndatedSpan } from '#libs/booking-import/rows/short-notes';
import { Words } from '#libs/booking-import/rows/words';

/** In longer notes such words may be about anything. */
const MOST_OF_SHORT = 240;

const [STAY, CONTRA, SELF, PRESENCE] = [ABOUT_THE_STAY, AGAINST, ALONE, OF_PRESENCE].map((list) => new Words(list)) as [Words, Words, Words, Words]; // prettier-ignore
const [ENDS, LINKING, WHOLE] = [ENDING, BESIDE_ENDING, `${ENDING} ${BESIDE_ENDING} ${ALL_OF_IT}`].map((list) => new Words(list)) as [Words, Words, Words]; // prettier-ignore
const SPOKEN = new Phrases(Object.values(SAID).join());
const NO_END = new Phrases(ENDLESS);
const WHOLLY_SPOKEN = new Phrases(Object.values(WHOLLY).join());
const PAIRS = [...TOGETHER.map((pair) => [...pair, false] as const), ...IN_ORDER.map((pair) => [...pair, true] as const)].map(([one, other, inOrder]) => ({ one: new Words(one), other: new Words(other), inOrder })); // prettier-ignore
/** How far apart two words may be that say something together. */
const FARTHEST = 4;
const LONGEST_STATUS = 4;

/** The clauses of notes with their words; with `finer` also the parts of those that have other signs in them. */
function* clausesOf(notes: string, finer = false): Generator<{ written: string; words: string[]; isAsked: boolean }> {
  for (const [clause] of withoutAddresses(notes).matchAll(/[^\r\n.;,!?:]+[?]?/gu)) {
    const parts = finer ? clause.split(BETWEEN_PARTS) : [];
    for (const written of parts.length > 1 ? [clause, ...parts] : [clause]) {
      const words = plain(written.replace(/['’](?=t\b)/giu, '').replace(/['’]/gu, ' ')).match(/[\p{L}\p{N}]+/gu) ?? [];
      yield { written: written.trim(), words, isAsked: written.endsWith('?') };
    }
  }
}

/** Finds the first part of notes of which something is true, as it was written. */
const clauseWhere = (isMeant: (words: readonly string[]) => boolean) =>
  remembered((notes: string): string | undefined => {
    for (const { written, words } of clausesOf(notes)) if (isMeant(words)) return written;
    return undefined;
  });

/** Whether a word takes back or corrects what stands next to it. */
export const takesBack = (word: string): boolean => CONTRA.has(plain(word));

/** Whether a word is about the stay itself. */
export const isAboutStay = (word: string): boolean => STAY.has(plain(word));

/** The part of short notes that takes back, corrects or doubts what the cells say of the stay; undefined if there is none. */
export const claimIn = remembered((notes: string): string | undefined => {
  if (notes.length > MOST_OF_SHORT) return undefined;
  // A question mark after nothing else is a doubt about the row.
  if (/^[\s?¿]*[?][\s?]*$/u.test(notes)) return notes.trim();
  if (isCryptic(notes.trim()) || isOtherScript(notes)) return notes.trim();
  const [moved] = MOVED.exec(notes) ?? OF_SOMEBODY.exec(notes) ?? [];
  if (moved !== undefined) return moved;
  const doubtful = partsBeside(notes).find((part) => MARK.test(part) || (/\p{L}.*\p{L}/u.test(part) && isCryptic(part, true))); // prettier-ignore
  if (doubtful !== undefined) return doubtful;
  for (const { written, words, isAsked } of clausesOf(withoutWishes(notes), true)) {
    if (words.some((word) => SELF.has(word)) || SPOKEN.isIn(words) || WHOLLY_SPOKEN.has(words) || hasPair(words)) return written; // prettier-ignore
    if (isEnd(words) || (isAllOf(words, WHOLE) && written.length >= notes.trim().length - 1)) return written;
    if (isSpan(words) || isUndatedSpan(words) || isToCheck(words) || isForRelative(words)) return written;
    const about = words.flatMap((word, index) => (STAY.has(word) ? [index] : []));
    // Some words are both, and one of them alone says nothing against itself.
    const isAgainst = (word: string, index: number) =>
      CONTRA.has(word) && about.some((each) => each !== index) && !isMonth(words, index);
    if (about.length > 0 && (isAsked || words.some(isAgainst))) return written;
  }
  return undefined;
});

/** The month of a day, and not what may be: `signed 3 May`. */
const isMonth = (words: readonly string[], index: number): boolean =>
  words[index] === 'may' &&
  [words[index - 1], words[index + 1]].some((word) => /^\d+(?:st|nd|rd|th)?$/.test(word ?? ''));

/** The part of notes that says that the stay has no end, which contradicts a last day. */
export const endlessIn = clauseWhere((words) => NO_END.isIn(words));

/** Where somebody is now, also when it is no room of this site: `is now in 214`. */
const MOVED =
  /(?<!\p{L})(?:now|jetzt|maintenant|ahora|ora|nu|agora|teraz|nawr|is) (?:in|im|en|no|na|w|yn) (?:(?:room|zimmer|chambre|kamer|camera) )?(?:\p{L}{1,2}[-.]?\d{1,4}|\d{2,4}\p{L}?)(?![\p{L}\p{N}]| ?(?:%|min|h |hours|days|weeks|months|years))/iu;

/** The room of somebody else, or a row that is now somebody else's: `has Helen's room`, `given to Helen`. */
const OF_SOMEBODY =
  /(?<!\p{L})(?:has|have|gets?|got|takes?|taking|took|in(?:to)?) (?:[Tt]he )?(?:\p{Lu}[\p{L}'’-]+ )?\p{Lu}\p{Ll}+['’]s? (?:old |former )?(?:room|place|bed|flat)(?!\p{L})|(?<=^|[.;,] ?)(?:now )?[Gg]iven to \p{Lu}\p{Ll}+|(?<!\p{L})(?:hat|bekommt|nimmt|a|prend|reçoit|tiene|recibe|toma|ha|prende|heeft|krijgt|neemt|tem|fica com|ma|dostaje) (?:das |la |de |o |il )?(?:alte |ancienne |antigua |vecchia |oude )?(?:Zimmer|chambre|habitación|camera|stanza|kamer|quarto|pokój) (?:(?:von|de|di|van|do|da|po) )?\p{Lu}\p{Ll}+/u;

/** Whether words, with nothing else, say that somebody is there no more, or doubt it: `No lift, moved`, `paid in full (out)`. */
const isEnd = (words: readonly string[]): boolean =>
  words.some((word) => ENDS.has(word)) && words.every((word) => ENDS.has(word) || LINKING.has(word));
const isAllOf = (words: readonly string[], list: Words): boolean => words.length > 0 && words.every((word) => list.has(word)); // prettier-ignore

/** A part that is only a question mark, or a cross. */
const MARK = /^(?:[?¿]+|x)$/iu;

/** Notes of several parts, as these are written: a short word may be alone in one of them. */
const partsBeside = (notes: string): string[] => {
  const parts = withoutAddresses(notes).split(
    /[\r\n;,!()[\]{}"“”„«»|]|\s[-–—/|+&·•>=~]\s|(?<=\p{L}{4}|\p{Lu}{2}|\p{N})\.\s(?![-–—/|+&·•>=~([{"“„«])|(?<=\s\S+):\s/u,
  );
  return parts.length > 1 ? parts.map((part) => part.trim()).filter(Boolean) : [];
};

const GIVEN = new Words('for fur pour para per voor dla i');
const RELATIVES =
  new Words(`sister brother boyfriend girlfriend friend cousin wife husband flatmate schwester bruder freund freundin cousine soeur sœur frere ami amie copain copine
  hermana hermano amigo amiga novio novia sorella fratello amico amica zus zusje broer vriend vriendin irma irmao siostr* brat* chwaer brawd ffrind`);
/** Who takes a place for somebody of the family does not live there: `room is for her sister`. */
const isForRelative = (words: readonly string[]): boolean =>
  words.some((word, index) => GIVEN.has(word) && words.slice(index + 1, index + 3).some((next) => RELATIVES.has(next)));

/** What is to be checked is not sure: `check dates`. Somebody who is to check in is expected. */
const isToCheck = ([first, second = '', ...others]: readonly string[]): boolean =>
  first === 'check' && others.length < 2 && !['in', 'out'].includes(second) && [second, ...others].some((word) => STAY.has(word)); // prettier-ignore

/** Letters of a language of which no words are known here: what they say may be anything. */
const isOtherScript = (notes: string): boolean => {
  const letters = notes.match(/\p{L}/gu) ?? [];
  return letters.length > 1 && letters.every((letter) => !/\p{Script=Latin}/u.test(letter));
};

const SPANS =
  new Words(`${UNITS.weeks} ${UNITS.months} yr yrs night nights sem semester semesters term terms nacht nachte nuit nuits noche noches notte notti nachten noite noites
  noc noce nocy nos semestre semestres semestri semestr semestry trimestre trimestres trimestri trimestr trimester trimesters tymor`);
const PARTS_OF_ONE = new Words('half halb demi medio mezzo pol extra eine');

/** How long a stay is, which part of it, or by how much it differs: two nights only, 39 weeks, week 3, +1 week. The days of the row say that already, or something else. */
const isSpan = (words: readonly string[]): boolean =>
  isDays(MORE.has(words[0] ?? '') ? words.slice(1) : words) ||
  lengthIn(words) !== undefined ||
  (words.length <= LONGEST_BEGUN && isNumber(words[0] ?? '') && SPANS.has(words[1] ?? '')) ||
  (words.length <= LONGEST_OF_TWO &&
    words.filter(isNumber).length > 1 &&
    words.some((word, index) => isNumber(word) && SPANS.has(words[index + 1] ?? ''))) ||
  (words.length <= LONGEST_SPAN &&
    words.some(
      (word, index) =>
        isNumber(word) && [words[index - 1], words[index + 1], words[index + 2]].some((each) => SPANS.has(each ?? '')),
    ));
/** A number of days that is all: +2 days, two days longer, 2 extra dagen. */
const isDays = ([first = '', ...others]: readonly string[]): boolean =>
  isNumber(first) && others.length < MOST_WITH_DAYS && others.some((word) => DAYS.has(word));
const DAYS = new Words(
  'day days tag tage jour jours dia dias giorno giorni dag dagen dzien dni diwrnod ddiwrnod dyddiau',
);
const MORE = new Words('plus minus noch encore otros altri nog mais jeszcze');
const MOST_WITH_DAYS = 3;
const isNumber = (word: string): boolean =>
  /^\d{1,2}$/u.test(word) || PARTS_OF_ONE.has(word) || numberNamed(word) !== undefined;
/** A length with other words, with them after it, and with another number: `44 weeks from the 25th`, `cut from 44 to 40 weeks`. */
const [LONGEST_SPAN, LONGEST_BEGUN, LONGEST_OF_TWO] = [4, 6, 8];

const hasPair = (words: readonly string[]): boolean =>
  PAIRS.some(({ one, other, inOrder }) =>
    words.some((word, index) => {
      if (!one.has(word)) return false;
      const around = inOrder ? [] : words.slice(Math.max(0, index - FARTHEST), index);
      return [...around, ...words.slice(index + 1, index + 1 + FARTHEST)].some((each) => other.has(each));
    }),
  );

/** The part of notes that may say whether somebody is at the site. */
export const presenceIn = clauseWhere((words) => words.some((word) => PRESENCE.has(word)));

/** One word that may be the beginning of a longer one. */
const isBeginning = (notes: string): boolean => /^\p{L}{3,}\.?$/u.test(notes);

/** Words of notes that say another status than the row has; one word only if nothing else is in its part, because a suitcase may have been left, too. */
export const otherStatusIn = (notes: string, status: StatedStatus): string | undefined =>
  statusesIn(notes).find(({ said }) => said !== status)?.written;

const statusesIn = remembered((notes: string) => {
  const found: { said: StatedStatus; written: string }[] = [];
  if (notes.length > MOST_OF_SHORT) return found;
  if (isBeginning(notes)) for (const said of statusesBegunBy(notes)) found.push({ said, written: notes });
  for (const { written } of clausesOf(withoutWishes(notes), true)) {
    const words = written.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter(Boolean);
    const begins = words.map(beginsStatus);
    for (let count = begins.includes(true) ? Math.min(LONGEST_STATUS, words.length) : 0; count > 0; count--)
      for (let from = 0; from + count <= words.length; from++) {
        if (!begins[from]) continue;
        const said =
          count > 1 || words.length === 1 ? statedStatus(words.slice(from, from + count).join(' ')) : undefined;
        if (said !== undefined) found.push({ said, written });
      }
  }
  return found;
});
