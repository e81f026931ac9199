import { plain } from '#libs/core/text/plain';

/** Which of the two names a cell with both begins with. */
export type NameOrder = 'first' | 'last';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));
/** Words of headers that mean one of the names, and those that mean the other one beside them: Nom is the last name beside Prénom, and Nome the first beside Cognome. */
const FIRST = setOf(
  'first given forename forenames vorname vornamen vor prenom prenoms voornaam voornamen voor primeiro imie imiona cyntaf',
);
const LAST = setOf(
  'last surname family nachname familienname cognome apellido apellidos achternaam apelido sobrenome nazwisko cyfenw',
);
const OTHER = setOf('name nom naam nome nombre enw');

const wordsOf = (header: string): string[] => plain(header).match(/\p{L}+/gu) ?? [];

/** The order that a header says, if it names both names: `Nom Prénom`, `Last, First`, `Vor- und Nachname`. */
export function orderInHeader(header: string): NameOrder | undefined {
  const words = wordsOf(header);
  const at = (found: ReadonlySet<string>) => words.findIndex((word) => found.has(word));
  const [first, last] = [at(FIRST), at(LAST)];
  if (first >= 0 && last >= 0) return first < last ? 'first' : 'last';
  const other = at(OTHER);
  if (other < 0 || (first < 0 && last < 0)) return undefined;
  return first >= 0 === other > Math.max(first, last) ? 'first' : 'last';
}

const isShouted = (word: string): boolean => /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase();

/** The order that capitals say: `SIMON Peter` is Peter with the last name Simon. */
export function orderInCapitals(text: string): NameOrder | undefined {
  const words = text.split(/[\s,]+/u).filter((word) => /\p{L}/u.test(word));
  const [begins, ends] = [isShouted(words[0] ?? ''), isShouted(words.at(-1) ?? '')];
  return begins === ends ? undefined : begins ? 'last' : 'first';
}

/** In small letters only: Van and Le are also names in the middle. */
const PARTICLE =
  /^(?:van|von|vom|zu|zum|zur|der|den|dem|de|del|della|delle|di|da|das|do|dos|du|des|la|le|ter|ten|te|el|al|bin|bint|ibn|af|av|’t|'t)$/u;
export const isParticle = (word: string): boolean => PARTICLE.test(word);

/** Letters of Chinese, Japanese and Korean, in which the family name is written first, with a blank after it or without. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+(?:\s[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+)?$/u; // prettier-ignore
export const isFamilyFirst = (text: string): boolean => FAMILY_FIRST.test(text);
