import { decodedText, type Encoding } from '#libs/core/csv/encodings';

const LATIN: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257', 'iso-8859-2', 'iso-8859-15', 'macintosh']; // prettier-ignore
const ONE_BYTE: readonly Encoding[] = [...LATIN, 'windows-1251', 'windows-1253'];
/** Letters that are the same byte in all of these are in most files of the West, whichever of these they are in. */
const ALIKE: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1254', 'iso-8859-15'];

const WORD = /\p{L}+/gu;
/** A sign within a word that no language has there: "M¸ller". */
const SIGN_WITHIN = /\p{L}(?![\p{L}\p{M}\p{N}\u2010-\u201f\u2026\u00b7\u00ad])[\u0080-\uffff]\p{L}/u;
/** Small letters with a capital after them that has a sign: "MŸller". */
const CAPITAL_WITHIN = /\p{Ll}.*(?![A-Z])\p{Lu}|^\p{Lu}(?![A-Z])\p{Lu}.*\p{Ll}/u;
const NO_ASCII = /^[\u0080-\uffff]{2,}$/u;
const MIXED = /[A-Za-z].*[^\p{Script=Latin}]|[^\p{Script=Latin}].*[A-Za-z]/u;

/** Whether a text that was read in an encoding of a byte per letter looks as texts in it do: words of another one have only signed letters. */
export function looksLike(text: string, encoding: Encoding): boolean {
  if (!ONE_BYTE.includes(encoding)) return true;
  if (SIGN_WITHIN.test(text)) return false;
  const isLatin = LATIN.includes(encoding);
  return [...text.matchAll(WORD)].every(([word]) =>
    isLatin ? !NO_ASCII.test(word) && !CAPITAL_WITHIN.test(word) : !MIXED.test(word),
  );
}

/** Whether a letter is sure in an encoding: files in it had it before, or its byte is the same letter in all that are likely. */
export function isSureLetter(letter: string, byte: number, encoding: Encoding, before: ReadonlySet<string>): boolean {
  if (!ONE_BYTE.includes(encoding) || before.has(letter)) return true;
  return ALIKE.includes(encoding) && ALIKE.every((each) => decodedText(Buffer.from([byte]), each) === letter);
}
