import { bare } from '#libs/matching/tolerances';

const TITLES = new Set('mr mrs ms miss dr prof professor herr frau mme mlle monsieur madame senor senora sra srta signor signora mevr'.split(' ')); // prettier-ignore
const ALSO_NAMES = new Set('mx sir madam hr fr sig dhr pan pani'.split(' '));

/** Whether a word, in lower case, is a title before a name, and no name. */
export const isTitle = (word: string): boolean => TITLES.has(bare(word));

/** Whether a word, in lower case, can be a title, and perhaps a name as well. */
export const mayBeTitle = (word: string): boolean => isTitle(word) || ALSO_NAMES.has(bare(word));
