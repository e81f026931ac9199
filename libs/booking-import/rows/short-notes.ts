import { saysNone } from '#libs/core/csv/lost-cells';
import { plain } from '#libs/core/text/plain';
import { isTitle } from '#libs/matching/titles';
import { Words } from '#libs/booking-import/rows/words';

/** Short words of notes that say nothing of the stay, in the forms that abbreviations have. */
const HARMLESS =
  new Words(`vip ok okay tv pc wc dr st gym dog cat bed bag bags nut nuts ug pg pgt pgr phd msc mphil ma ba bsc mba llb llm md eu uk usa
  uae nhs dob gf df lf adhd asd peep wifi usb pdf key keys eta etd am pm row van car bus by
  ucas dbs caf apl bacs iban gbp eur usd pcm mtb suv ev nok tel mob ext max min approx incl excl inkl abt wrt asap rsvp epi cctv tcs`);
/** Those that are clear only beside another word: `ID checked`. */
const BESIDE_OTHERS = new Words('id gp nd rd th');
const [MOST_WORDS, LONGEST_ABBREVIATION, SHORTEST_WORD] = [2, 4, 4];

/** What says the same of each stay: a telephone number, and an academic year, which has to be that of the stay. */
const PHONE = /^(?:(?:\+|00)[1-9]|0[1-9]|\(0[1-9])(?:[\s()-]*\d){8,13}$/u;
const ACADEMIC_YEAR =
  /^(?:AY|academic year|tenancy|contract|Studienjahr|année universitaire|curso|anno accademico)?:? ?(?:20)?(\d{2}) ?[/\u2013-] ?(?:20)?(\d{2})(?: (?:AY|academic year|tenancy|contract))?$/iu;
/** Whether notes are only an academic year. */
export function isAcademicYear(notes: string): boolean {
  const [, one, other] = ACADEMIC_YEAR.exec(notes) ?? [];
  return one !== undefined && Number(other) === Number(one) + 1;
}

/** Words that say until when something is. */
export const UNTIL_WORDS = 'until til till bis hasta jusqu fino';
/** Bis 10., til Xmas: the stay has a last day already. */
const UNTIL = new Words(UNTIL_WORDS);
/** Holidays are days without a date. */
const HOLIDAYS =
  new Words(`easter xmas christmas ostern pfingsten weihnachten silvester paques noel pascua navidad* pasqua natale pasen kerst kerstmis natal
  wielkanoc pasg nadolig thanksgiving ramadan`);
const [LONGEST_UNTIL, LONGEST_HOLIDAY] = [3, 4];

/**
 * Notes that are only a sign, a number, an abbreviation or a doubt: a ditto mark, a footnote, `CX`, `W/D`, `prov.`, `305`, `conf?`. What they say is said elsewhere, in
 * a legend or a line above, and may be that the stay does not take place.
 */
export function isCryptic(notes: string, isPart = false): boolean {
  if (saysNone(notes)) return false;
  if (PHONE.test(notes) || isAcademicYear(notes)) return false;
  // What a box that is ticked, or is not, says is in the name of its column.
  if (!/\p{L}/u.test(notes) || TRUTH.test(notes)) return true;
  const written = notes.split(/\s+/u);
  if (written.length > MOST_WORDS) return false;
  if (/[?¿]$/u.test(notes)) return true;
  const [only, other] = written;
  // Beside other text, Eve and old are words.
  if (other === undefined) return isAbbreviation(only ?? '', isPart ? 1 : SHORTEST_WORD);
  if (written.some((word) => BESIDE_OTHERS.has(plain(word).replace(/[^\p{L}]+/gu, '')))) return false;
  const isNumbered = written.some((word) => !/\p{L}/u.test(word));
  return written.some((word) => isAbbreviation(word, isNumbered ? SHORTEST_WORD - 1 : 1));
}

const TRUTH =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|waar|onwaar|verdadeiro|prawda|fałsz|gwir|anwir)$/iu;

/** Whether a word stands for a longer one, or is shorter than words are that stand alone. */
function isAbbreviation(text: string, shortest: number): boolean {
  const [letters, word] = [plain(text).replace(/[^\p{L}]+/gu, ''), text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, '')]; // prettier-ignore
  if (letters === '' || HARMLESS.has(letters) || isTitle(letters) || !/^\p{Script=Latin}+$/u.test(letters))
    return false;
  if (/^\p{L}{1,3}\/|\/\p{L}{1,3}$/u.test(word)) return true;
  if (!/[aeiouyæœøə]/u.test(letters) || letters.length < shortest) return true;
  const isShort = letters.length <= LONGEST_ABBREVIATION;
  return isShort && (word.endsWith('.') || word === word.toUpperCase());
}

/** Whether few words say from when or until when, without a date. */
export const isUndatedSpan = (words: readonly string[]): boolean =>
  (words.length > 1 && words.length <= LONGEST_UNTIL && UNTIL.has(words[0] ?? '')) ||
  (words.length <= LONGEST_HOLIDAY && words.some((word) => HOLIDAYS.has(word)));
