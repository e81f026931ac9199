import { withSections } from '#libs/core/csv/section-lines';
import { isId } from '#libs/core/http/ids';
import { OF_FILE, studentFieldOf } from '#libs/students/import/columns';
import { isObject, RECORD } from '#libs/students/import/json-rows';

/**
 * Rows of JSON, of which those next to a line that is no row say so, as those of a file do. Only elements with the same keys can be the rows
 * of a table: one of other keys has been put together by a program, which writes no lines.
 */
export function withLines(elements: readonly unknown[], columns: Readonly<Record<string, unknown>> = {}): unknown[] {
  if (elements.some((element) => isObject(element) && element[OF_FILE] === true))
    return elements.map((element) => (isObject(element) ? withoutMark(element) : element));
  if (!haveSameKeys(elements)) return [...elements];
  const cellsOf = (element: unknown): Record<string, unknown> => (isObject(element) ? element : {});
  const rows = elements.map((element, row_index) => ({ row_index, values: cellsOf(element) }));
  const declared = new Map(Object.entries(columns).map(([header, meaning]) => [header.trim(), String(meaning)]));
  const marked = withSections(rows, {
    columnOf: (header) => declared.get(header.trim()) ?? studentFieldOf(header),
    namesRecord: (header, text) => header === RECORD && isId(text),
  });
  return elements.map((element, n) => (isObject(element) ? (marked[n]?.values ?? element) : element));
}

function haveSameKeys(elements: readonly unknown[]): boolean {
  const [first, ...others] = elements.map((element) =>
    isObject(element) ? Object.keys(element).sort().join('\n') : '',
  );
  return others.every((keys) => keys === first);
}

const withoutMark = ({ [OF_FILE]: _ofFile, ...element }: Record<string, unknown>): object => element;
