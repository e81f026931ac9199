import { normalized } from '#libs/core/text/normalized';

const ASCII = /^[ -~]*$/;
/** Text as words of lists are looked up: without signs and capitals. */
export const plain = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : withoutSigns(text));

const withoutSigns = (text: string): string =>
  normalized(text.toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss'), 'NFKD').replace(/[\p{M}]+/gu, '');
