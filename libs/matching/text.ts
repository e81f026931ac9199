import anyAscii from 'any-ascii';
import { normalized } from '#libs/core/text/normalized';

// eslint-disable-next-line no-control-regex -- all of ASCII is plain
const PLAIN = /^[\u0000-\u007f]*$/;

/** Without any sign and case: only for searching, where too much is found rather than too little. */
export const searchable = (text: string): string =>
  (PLAIN.test(text) ? text : normalized(text, 'NFKD').replace(/\p{M}+/gu, '')).toLowerCase();

/** Whether a text has only letters that have no signs. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** An id without the quotes, stops and odd dashes that came with it. */
export const bareId = (id: string): string =>
  normalized(id, 'NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^[\s'"\u2018\u2019]+|[\s'"\u2018\u2019.,;:*]+$/g, '')
    .toLowerCase();

/** An id without hyphens and leading zeros, which spreadsheets eat. */
export const idCore = (id: string): string => searchable(bareId(id)).replaceAll('-', '').replace(/^0+/, '');

const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** A text of another script in Latin letters, as a passport or a keyboard may have it; null when it has none of another script. */
export const romanised = (text: string): string | null =>
  OTHER_LETTERS.test(text)
    ? anyAscii(text)
        .replace(/[^A-Za-z0-9 -]/g, '')
        .toLowerCase()
    : null;
