import { isErrorValue, isNothing, isRounded } from '#libs/core/csv/lost-cells';
import { isDamagedId } from '#libs/matching/damaged-ids';
import { isCalledOff } from '#libs/matching/status-words';
import { isMixed } from '#libs/matching/text';
import { writtenForm } from '#libs/matching/tolerances';
import { mayBeTitle } from '#libs/matching/titles';

/** What people write into a cell that has to be filled. */
const PLACEHOLDER = /^(tbc|tba|tbd|n\/?a|n\.a\.|none|unknown|pending|vacant|empty|unnamed|[^\p{L}\p{N}]{1,5})$/iu;

const isLost = (text: string): boolean => isErrorValue(text) || isNothing(text) || PLACEHOLDER.test(text);

/** Whether a text cannot be a student id: a spreadsheet or a person writes it where there is none, or it has letters of two scripts in one word. */
export const isNoId = (id: string): boolean => isLost(id) || isRounded(id) || isMixed(id);

const NO_NEW_ID = /^(x+|0+|neu|nouveau|nuevo|nuovo|nieuw|novo|nowy|test|dummy|same|yes|\?+)$/iu;

/** Whether a text cannot become an id by a list: it is not an id, means that there is none, or has something added. */
export const isNoNewId = (id: string): boolean => isNoId(id) || NO_NEW_ID.test(id) || isDamagedId(id) || isRemark(id);

// Names of India and Malaysia have `s/o` and `A/L`.
const CHILD_OF = /(?<=\s)[ads]\/[olp](?=\s)/gi;
/** A digit between letters, a number after the word for what it counts, and characters that nobody sees, other than those that Persian and Hindi are written with. */
const NO_LETTERS_OF_NAME =
  /\p{L}\p{Nd}\p{L}|^(?:year|yr|level|stage|phase|part|term|semester|group|jahr|semestre|rok|ano|anno|année) \p{Nd}|[\u00ad\u200b\u2060\ufeff]/iu;
/** What programs write for nothing, a number, and characters that show two people in one cell, a last name before the first, a remark, lost letters or HTML. */
const NO_NAME =
  /^(?:(?:nan|NaN|NaT|None|null|undefined)(?: |$))+$|^\p{N}|^\p{Lu}{1,4}[-.]?\p{Nd}{2,}$|[,;:&+/\\|?#@<>=%*_()[\]{}"\u201c\u201d\u2026]/u;

/** Whether a text is not just one name of one person, as Na is, other than NA and n/a: `Anna & Bea`, `Davies, Martin`, `Garc?a`, `Doe (cancelled)`, `#N/A`. */
export const isNoName = (name: string): boolean =>
  (isLost(name) && name !== 'Na') ||
  isMixed(name) ||
  NO_LETTERS_OF_NAME.test(name) ||
  NO_NAME.test(name.replace(CHILD_OF, ''));

// Words for places and rows. Nobody has such a name, nor one of the words for a booking that does not take place.
const NO_NAMES = new Set(
  `closed blocked vacant vacancy unoccupied reserved unallocated unassigned placeholder duplicate maintenance unavailable formerly
  previously female male weiblich männlich group gruppe groupe grupo gruppo groep grupa family familie famille familia famiglia rodzina teulu
  school team football overleaf allocated members unbekannt inconnu inconnue desconocido sconosciuto onbekend desconhecido nieznany`.split(
    /\s+/,
  ),
);
const isNoOnesName = (word: string): boolean => NO_NAMES.has(word) || isCalledOff(word);
// Rare names, and frequent words of remarks.
const SELDOM_NAMES = new Set(
  `test tester testing dummy room bed staff guest student name surname firstname lastname old left gone moved see note notes now was is not
  no none same above ditto tbc tba tbd unknown missing nil na x xx xxx y z née né nee geb geborene former ex departed pending transferred
  out of order do use to be confirmed double booked total here longer first last
  empty hold noshow show coming ehemals früher frueher jetzt siehe
  single twin spare store common grand students exchange member warden nn block booking continued suite studio flat kitchen office`.split(
    /\s+/,
  ),
);
// Elsewhere one letter is a whole name.
const INITIAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

const wordsOf = (name: string): string[] => writtenForm(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
// aaa
const REPEATED = /^([a-z])\1\1+$/u;
const isSeldom = (word: string): boolean =>
  REPEATED.test(word) || SELDOM_NAMES.has(word) || isNoOnesName(word) || mayBeTitle(word) || INITIAL.test(word);

/** Whether a first and a last name are a remark about a place or a row rather than somebody: Room Closed, Test Test, x y. */
export function isNobody(first: string, last: string): boolean {
  const [ones, others] = [wordsOf(first), wordsOf(last)];
  const words = [...ones, ...others];
  const isTitle = [ones, others].some((part) => part.length > 0 && part.every((word) => mayBeTitle(word)));
  return (
    isTitle ||
    words.some(isNoOnesName) ||
    // Room lists number people: Exchange Student 1.
    (words.length > 0 && ones.every(isSeldom) && others.every((word) => isSeldom(word) || /^\p{N}+$/u.test(word)))
  );
}

/** Whether a new name has a word that is hardly one: x, left, parent. */
export const isPartOfNobody = (name: string): boolean => wordsOf(name).some(isSeldom);

/** Whether a text cannot replace a last name by a list: an initial, a title, a number, a remark. */
export const isNoNewName = (name: string): boolean => {
  const words = wordsOf(name);
  return /\p{N}/u.test(name) || words.every((word) => INITIAL.test(word)) || words.some((word) => isSeldom(word) && !INITIAL.test(word)); // prettier-ignore
};

/** Whether an id consists of words of remarks: deleted, see note. */
function isRemark(id: string): boolean {
  const words = wordsOf(id);
  return words.length > 0 && words.every((word) => !INITIAL.test(word) && isSeldom(word));
}
