import { isFault, isNothing, isRounded } from '#libs/core/csv/lost-cells';
import { isMixed } from '#libs/matching/text';

/** What people write into a cell that has to be filled. */
const PLACEHOLDER = /^(tbc|tba|tbd|n\/?a|n\.a\.|none|unknown|pending|vacant|empty|unnamed|[^\p{L}\p{N}]{1,5})$/iu;

const isLost = (text: string): boolean => isFault(text) || isNothing(text) || PLACEHOLDER.test(text);

/** Whether a text is no student id: what a spreadsheet or a person writes where there is none, or letters of two scripts in one word. */
export const isNoId = (id: string): boolean => isLost(id) || isRounded(id) || isMixed(id);

// Names of India and Malaysia have `s/o` and `A/L`.
const CHILD_OF = /(?<=\s)[ads]\/[olp](?=\s)/gi;
/** A number, and signs of two people in one cell, of a last name before the first, of a remark, of letters that were lost, and of HTML. */
const NO_NAME = /^\p{N}|[,;:&+/\\|?#@<>=%*_()[\]{}"\u201c\u201d\u2026]/u;

/** Whether a text is not just one name of one person: `Anna & Bea`, `Davies, Martin`, `Garc?a`, `Doe (cancelled)`, `#N/A`. */
export const isNoName = (name: string): boolean =>
  isLost(name) || isMixed(name) || NO_NAME.test(name.replace(CHILD_OF, ''));
