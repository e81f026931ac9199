import { cellText } from '#libs/core/csv/cells';
import { isNothing } from '#libs/core/csv/lost-cells';
import { fingerprintOf } from '#libs/core/text/fingerprint';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { Declared } from '#libs/booking-import/columns/declared';

/** What the files had for which something was declared: in others it may mean something else. */
export interface Seen {
  /** The letters beyond ASCII of files whose encoding was declared. */
  letters?: string;
  /** The content of the columns that were ignored, by their headers, as marks from which no text can be read. */
  ignored?: Record<string, string[]>;
  /** The characters between the numbers of the dates of files whose date order was declared. */
  notations?: string[];
}

type Rows = readonly Pick<BookingImportRowRequest, 'values'>[];

const MARK_LENGTH = 8;
/** How many different texts of a column are kept, and of all columns of a file. In a column with more each file is asked about. */
const [MOST_OF_COLUMN, MOST_OF_FILE] = [2_000, 20_000];

const markOf = (header: string, text: string): string => fingerprintOf([header, text]).slice(0, MARK_LENGTH);

/** The marks of the texts in columns, by their headers; case does not matter. */
function marksIn(rows: Rows, headers: readonly string[]): Map<string, Set<string>> {
  const texts = new Map(headers.map((header) => [header.trim(), new Set<string>()]));
  if (texts.size === 0) return texts;
  for (const { values } of rows)
    for (const [header, cell] of Object.entries(values)) {
      const own = cell === null || cell === undefined ? undefined : texts.get(header.trim());
      const text = own && cellText(typeof cell === 'object' ? JSON.stringify(cell) : cell);
      if (text !== undefined && !isNothing(text)) own?.add(text.toLowerCase());
    }
  return new Map([...texts].map(([header, all]) => [header, new Set([...all].map((text) => markOf(header, text)))]));
}

const ignoredIn = (columns: Declared['columns'] = {}): string[] =>
  Object.keys(columns).filter((header) => columns[header] === 'ignore');

/** What was declared before, without the columns to ignore that have something in this file that nobody has seen when they were declared. */
export function stillTrue({ declared, seen }: { declared: Declared; seen: Seen | null }, rows: Rows): Declared {
  const marks = marksIn(rows, ignoredIn(declared.columns));
  if (marks.size === 0) return declared;
  const isNew = (header: string) => {
    const before = new Set(seen?.ignored?.[header.trim()]);
    return [...(marks.get(header.trim()) ?? [])].some((mark) => !before.has(mark));
  };
  const others = Object.entries(declared.columns ?? {}).filter(([header, meaning]) => meaning !== 'ignore' || !isNew(header)); // prettier-ignore
  return { ...declared, columns: Object.fromEntries(others) };
}

/** What there is to remember of a file together with what is declared about it. */
export function seenIn(declared: Declared, before: Seen | null | undefined, rows: Rows): Seen {
  const ignored: Record<string, string[]> = {};
  let left = MOST_OF_FILE;
  for (const [header, marks] of marksIn(rows, ignoredIn(declared.columns))) {
    // What this file has comes first: the same file does not ask again.
    ignored[header] = [...new Set([...marks, ...(before?.ignored?.[header] ?? [])])].slice(0, Math.min(left, MOST_OF_COLUMN)); // prettier-ignore
    left -= ignored[header].length;
  }
  return {
    ...(Object.keys(ignored).length > 0 && { ignored }),
    ...(declared.encoding !== undefined && { letters: [...new Set([...(before?.letters ?? ''), ...lettersOf(rows)])].join('') }), // prettier-ignore
  };
}

// eslint-disable-next-line no-control-regex -- all of ASCII means the same in every encoding
const BEYOND_ASCII = /[^\u0000-\u007f]/gu;

/** The characters of a file beyond ASCII. */
export function lettersOf(rows: Rows): Set<string> {
  const letters = new Set<string>();
  for (const { values } of rows)
    for (const each of Object.entries(values).flat(2))
      if (typeof each === 'string') for (const [letter] of each.matchAll(BEYOND_ASCII)) letters.add(letter);
  return letters;
}
