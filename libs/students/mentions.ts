// What PostgreSQL takes for a regular expression, and no name begins with.
const PATTERN = '***:';
// Signs of letters, and what nobody sees: soft hyphens and blanks without width.
const MARKS = '[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]*';
// No quotation mark, so that no pattern matches from one value of a JSON text into the next.
const GAP = '(?:[^"\\\\[:alnum:]]|\\\\[bfnrt])';
// Names on two lines are those of two people.
const BLANK = '(?:[ \\t\\u00a0\\u2000-\\u200a\\u202f\\u3000]|\\\\t)';
// Around a name between others. In a JSON text the usual one has a backslash before it.
const QUOTE = `(?:[]()[{}'\u2018-\u201f\u2039\u203a«»]|\\\\?")`;
const BEFORE = '(?:(?<![[:alnum:]])|(?<=\\\\[bfnrt]))';
const AFTER = '(?![[:alnum:]])';
// Also Anna-Maria, D’Arcy, J.-P. and a name in brackets.
const WORD_ENDS = `[[:alpha:]'’.\u2010\u2011\u2013-]{0,28}${QUOTE}?`;
const OTHER_WORD = `${QUOTE}?[[:alpha:]]${WORD_ENDS}`;
const OTHER_NAME = `(?:${QUOTE}?[[:upper:]]${WORD_ENDS}|${QUOTE}?(?:d[aeiou]s?|de[lnr]|l[ae]s?|el|al|v[ao]n|ter|ten|y|bin|ibn|n[eé]e?|born|geb\\.?|geborene|roz\\.)(?![[:alpha:]]))`;
// Another last name that a hyphen joins to the one that is known, and the one before a marriage.
const JOINED = `(?:[-\u2010\u2011][[:upper:]][[:alpha:]]+)?(?:${BLANK}{1,3}${QUOTE}?(?:n[eé]e|geb\\.)${BLANK}{1,3}[[:upper:]][[:alpha:]]+${QUOTE}?)?`;
// What a form has between two names: `; last name: `.
const LABEL = `${GAP}{1,4}[[:alpha:]]{3,12}(?:[ _-][[:alpha:]]{2,12})?${BLANK}{0,2}[:=]${BLANK}{0,2}`;
// Of several words a small one that is no part of names may be `and Paul`: the names of two people.
const otherNames = (least: number): string => `${OTHER_NAME}(?:${BLANK}{1,3}${OTHER_NAME}){${least - 1},2}`;
/** Two names of so many letters together are found without a blank between them. */
const LONG = 8;

// How letters are written without their signs, beside the letter alone, which Unicode knows.
const ALONE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't' };
const IN_TWO: Record<string, string> = { ä: 'ae', æ: 'ae', ö: 'oe', ø: 'oe', œ: 'oe', ü: 'ue', å: 'aa', ß: 'ss', þ: 'th', ð: 'dh' }; // prettier-ignore
const RANGES = [[0xc0, 0x24f], [0x386, 0x52f], [0x1e00, 0x1fff], [0xff10, 0xff5a]] as const; // prettier-ignore

const plain = (letter: string): string => {
  const bare = letter.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, ''); // prettier-ignore
  return ALONE[bare] ?? bare;
};

let written: Map<string, string[]> | undefined;
/** All letters that are this one with some sign, or without. */
function formsOf(letter: string): string[] {
  if (!written) {
    written = new Map();
    for (const [from, to] of RANGES)
      for (let code = from; code <= to; code++) {
        const [form, bare] = [String.fromCharCode(code), plain(String.fromCharCode(code))];
        if (/[\p{L}\p{N}]/u.test(form)) written.set(bare, [...(written.get(bare) ?? []), form]);
      }
  }
  const bare = plain(letter);
  return [...new Set([letter, letter.toLowerCase(), letter.toUpperCase(), bare, bare.toUpperCase(), ...(written.get(bare) ?? [])])].filter((form) => [...form].length === 1); // prettier-ignore
}

const anyOf = (forms: string[]): string => `[${forms.join('')}]${MARKS}`;

/** A word in whatever case, with and without the signs of its letters. */
function patternOf(word: string): string {
  const letters = [...word.toLowerCase().normalize('NFC')].filter((letter) => !/[\u0300-\u036f]/.test(letter));
  let pattern = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    const two = letter + (letters[at + 1] ?? '');
    const single = anyOf(formsOf(letter));
    const spelt = IN_TWO[letter];
    const ligatures = Object.keys(IN_TWO).filter((each) => IN_TWO[each] === two);
    if (spelt) pattern += `(?:${single}|${[...spelt].map((each) => anyOf(formsOf(each))).join('')})`;
    else if (ligatures.length > 0) {
      const both = [...two].map((each) => anyOf(formsOf(each))).join('');
      pattern += `(?:${both}|${anyOf(ligatures.flatMap((each) => [each, each.toUpperCase()].filter((form) => form.length === 1)))})`;
      at++;
    } else pattern += single;
  }
  return pattern;
}

const wordsOf = (name: string): string[] => name.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
/** A name as a whole, with the marks at its ends if the text has them. */
function inOne(name: string): string {
  const literal = (marks = ''): string => (marks === '' ? '' : `(?:${marks.replace(/./gu, '[$&]').replace(/\[([\^\\])\]/g, '\\$1')})?`); // prettier-ignore
  const [begin, end] = [/^[^\p{L}\p{N}\p{M}\s]+/u, /[^\p{L}\p{N}\p{M}\s]+$/u].map((edge) =>
    literal(edge.exec(name)?.[0]),
  );
  return `${begin}${wordsOf(name).map(patternOf).join(`${GAP}{0,4}`)}${end}`;
}
/** Words of these scripts stand beside each other without blanks. */
const isUnspaced = (text: string): boolean => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text); // prettier-ignore

// As far as other names, or the next value of a JSON text, can be between both.
const NEAR = '.{0,160}';

/** The capitals that a word may begin with; none in scripts that have only one case. */
const initialsOf = (word: string): string[] => formsOf([...word][0] as string).filter((form) => form !== form.toLowerCase()); // prettier-ignore

/**
 * A pattern for `names_any` and `without_names`: what is found quickly, and the whole, which takes PostgreSQL a hundred times as
 * long and is only tried where that is: the longest word of the name, and if somebody has a first name, that or its initial near it.
 */
const bounded = (name: string, choices: string[], first = '', also: string[] = []): string => {
  const [before, after] = isUnspaced(name) ? ['', ''] : [BEFORE, AFTER];
  const [longest = ''] = wordsOf(name).sort((one, other) => other.length - one.length);
  const [called] = wordsOf(first);
  const one = patternOf(longest);
  const other = called && `(?:${[patternOf(called), ...initialsOf(called).map((initial) => `${initial}(?![[:lower:]])`)].join('|')})`; // prettier-ignore
  const quick = other ? `(?:${one}${NEAR}${other}|${other}${NEAR}${one})` : one;
  return `${PATTERN}${quick}${PATTERN}${before}(?:${choices.join('|')})${JOINED}${after}${also.length > 0 ? `(?:${GAP}{0,4}${BEFORE}(?:${also.join('|')})${AFTER})*` : ''}`;
};

/** The ways in which staff write a name of two parts: in both orders, with other names between them, shortened to the initial. */
function spellings(first: string, last: string): string[] {
  const [firsts, lasts] = [wordsOf(first), wordsOf(last)];
  const [called] = firsts;
  if (called === undefined || lasts.length === 0) return [];
  const least = isUnspaced(last) || [...first, ...last].length >= LONG ? 0 : 1;
  const gap = `${GAP}{${least},4}`;
  const family = inOne(last);
  const given = firsts.length > 1 ? [inOne(first), patternOf(called)] : [inOne(first)];
  const initials = initialsOf(called);
  const initial = `[${initials.join('')}]`;
  return [
    ...given.flatMap((each) => [each + gap + family, family + gap + each]),
    ...given.map((each) => `${each}${BLANK}{1,3}(?:${OTHER_WORD}|${otherNames(2)})${BLANK}{1,3}${family}`),
    ...given.flatMap((each) => [`${each}${LABEL}${family}`, `${family}${LABEL}${each}`]),
    ...given.map((each) => `${family}(?:,${BLANK}{0,3}|${BLANK}{1,3})${otherNames(1)}${BLANK}{1,3}${each}`),
    ...(initials.length > 0 ? [`${initial}(?:\\.${GAP}{0,3}(?:[[:upper:]]\\.${GAP}{0,3}){0,2}|${BLANK}{1,3})${family}`, `${family},?${BLANK}{0,3}${initial}\\.(?:${BLANK}{0,3}[[:upper:]]\\.){0,2}`] : []), // prettier-ignore
  ];
}

const pairsOf = (firsts: string[], lasts: string[]): [first: string, last: string][] =>
  lasts.filter(Boolean).flatMap((last) => firsts.map((first): [string, string] => [first, last]));

/**
 * Everything by which texts may call a person: a pattern of PostgreSQL for each pair of names, which `names_any` and
 * `without_names` tell from a plain text. Somebody without a last name is called by the only name.
 */
export const mentionsOf = (firsts: string[], lasts: string[]): string[] =>
  pairsOf(firsts, lasts).flatMap(([first, last]) => {
    const choices = spellings(first, last);
    // One of the names that stands beside both, as in `Lopez; Ana Lopez`, is of the same person.
    return choices.length > 0 ? [bounded(last, choices, first, [inOne(first), inOne(last)])] : [];
  });

const VALUE = '(?:[^"\\\\]|\\\\.)*';
const NEXT_VALUE = `${VALUE}"[[:space:]]*,[[:space:]]*(?:"${VALUE}"[[:space:]]*:[[:space:]]*)?"${VALUE}`;
/** Patterns for `names_any` of a JSON text: both names of each pair in two of its values, one after the other. */
export const mentionsInValues = (firsts: string[], lasts: string[]): string[] =>
  pairsOf(firsts, lasts).map(([first, last]) => {
    const initials = initialsOf(wordsOf(first)[0] ?? ' ').map((initial) => `${initial}\\.`);
    const [one, other] = [`(?:${[inOne(first), ...initials].join('|')})`, inOne(last)];
    const choices = [[one, other], [other, one]].map((both) => both.join(`${AFTER}${NEXT_VALUE}${BEFORE}`)); // prettier-ignore
    return bounded(last, choices, first);
  });

/** The same for a name that stands alone. */
export const mentionOf = (name: string): string => (wordsOf(name).length > 0 ? bounded(name, [inOne(name)]) : name); // prettier-ignore

/** The same for an id or a number plate, which people write with blanks or hyphens between its letters and numbers, and without. */
export function mentionOfCode(code: string): string {
  const parts = code.normalize('NFC').match(/\p{L}|\p{N}+/gu) ?? [];
  const numbers = parts.filter((part) => /\p{N}/u.test(part)).join(' ');
  // The letters may be apart in a text, so that a number is what is found quickly.
  return numbers === '' ? mentionOf(code) : bounded(numbers, [parts.map(patternOf).join(`${GAP}{0,4}`)]);
}

/** How a text, or a pattern, is found inside of a JSON text. */
export const inJson = (text: string): string => (text.startsWith(PATTERN) ? text : JSON.stringify(text).slice(1, -1));
