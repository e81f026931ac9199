/** What formulas of rules may use to say something of their own line: conditions, texts, and its number, for lines that are coloured in turns. */
const FUNCTIONS = new Set(
  'AND OR NOT XOR IF TRUE FALSE ROW COLUMN MOD INT ISEVEN ISODD EVEN ODD ISBLANK ISNUMBER ISTEXT ISERROR ISNA LEN TRIM LOWER UPPER EXACT LEFT RIGHT MID SEARCH FIND TODAY YEAR MONTH DAY WEEKDAY ABS VALUE FLOOR ROUNDDOWN ROUNDUP ROUND DATE EDATE IFERROR'.split(
    ' ',
  ),
);
const WORD = /[\p{L}_\\][\p{L}\p{N}_.\\]*/gu;
const REFERENCE = /\$?[A-Za-z]{1,3}(\$?)(\d{1,7})(?![\p{L}\p{N}_(.])/gu;

/**
 * Whether the formula of a rule that begins with a line looks at nothing but the cells of its own line, which are read: `$H4="Cancelled"`. Another
 * sheet, a cell that is the same for all lines, and a name that stands for something may say more than the rows do.
 */
export function isOfOwnRow(formula: string, line: number): boolean {
  if (pointsAtLines(formula)) return false;
  const bare = formula.replace(/"[^"]*"/gu, '""');
  if (/[!:[\]{}#@']/u.test(bare)) return false;
  const references = [...bare.matchAll(REFERENCE)];
  if (references.some(([, fixed, row]) => fixed !== '' || Number(row) !== line)) return false;
  const words = bare.replace(REFERENCE, ' ').match(WORD) ?? [];
  return words.every((word) => FUNCTIONS.has(word.toUpperCase().replace(/^_XLFN\./u, '')));
}

/** A text with a digit, as ids, rooms and days have one, and a number of three digits after an equals sign. */
const NAMED_VALUE = /"[^"]*\d[^"]*"|=\s*[+-]?\d{3,}|\d{3,}\s*=|=\s*DATE\(/iu;
/** What lines in turns are coloured by. */
const IN_TURNS = /(?:MOD\(ROW\(\)[^,]*,[^)]*\)|IS(?:EVEN|ODD)\(ROW\(\)[^)]*\))/giu;

/** Whether the formula of a rule chooses lines by their number, or by the value of a cell that only few have: it says which lines somebody means, and not why. */
export const pointsAtLines = (formula: string): boolean =>
  NAMED_VALUE.test(formula) || /(?<![\p{L}_])ROWS?\(/iu.test(formula.replace(IN_TURNS, ' '));

/** A formula without the numbers of lines: copied down, it is the same one. */
export const withoutLines = (formula: string): string => formula.replace(REFERENCE, 'cell$1');
