/** More marks than any language puts on one letter; Unicode's own limit for text that is safe to stream is 30. */
const TOO_MANY_MARKS = /\p{M}{32}/u;

// eslint-disable-next-line no-control-regex -- all of ASCII is in every normal form
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Text in a normal form of Unicode. One with very many marks on one letter stays as it is: to bring them into order takes
 * time that grows with the square of their number, minutes for what fits into a request.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  ASCII.test(text) || TOO_MANY_MARKS.test(text) ? text : text.normalize(form);
