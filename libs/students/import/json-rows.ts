import { MOST_COLUMNS, RAGGED, requireFewColumns } from '#libs/core/csv/file-rows';
import { SHEET } from '#libs/core/csv/sheet-names';
import { EXPORTED, EXPORTED_AT, fieldsOf, UNREAD, WHOLE } from '#libs/students/import/columns';
import { IMPORTED_FIELDS } from '#libs/students/student-fields';

/** Under this name a row has the id of the record that it is about, as a response does. */
export const RECORD = '_id';

/** What a row is read from, in JSON or from a file: as they are called there, and nothing may be said of them in another way. */
const OWN = new Set<string>([...IMPORTED_FIELDS, RAGGED, UNREAD, WHOLE, EXPORTED, EXPORTED_AT, RECORD, SHEET]);

export const isObject = (element: unknown): element is Record<string, unknown> =>
  typeof element === 'object' && element !== null && !Array.isArray(element);

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

/**
 * Rows with their further fields read as the columns of a file are: by their words, as declared, or not at all, and then the row says so.
 * @throws DomainError `payload_too_large` for more of them than a file may have columns
 */
export function withFurtherFields(
  elements: readonly unknown[],
  siteId: string,
  columns: Readonly<Record<string, unknown>> = {},
): unknown[] {
  const names = new Set<string>();
  return elements.map((element) => {
    if (!isObject(element)) return element;
    const further = Object.entries(element).filter(([name, value]) => !OWN.has(name) && !isEmpty(value) && !(name === 'site' && value === siteId)); // prettier-ignore
    if (further.length === 0) return element;
    for (const [name] of further) if (names.add(name).size > MOST_COLUMNS) requireFewColumns(names.size);
    const own = Object.entries(element).filter(([name, value]) => OWN.has(name) && !isEmpty(value));
    return fieldsOf([...own, ...further], (name) => (OWN.has(name) ? name : undefined), columns);
  });
}
