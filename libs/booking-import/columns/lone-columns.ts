import { cellText } from '#libs/core/csv/cells';
import { isNothing } from '#libs/core/csv/lost-cells';
import { type Field, fieldOf, type Headers, namesIn } from '#libs/booking-import/columns/columns';
import { contradictingCells } from '#libs/booking-import/rows/contradicting-cells';
import type { GivenRow } from '#libs/booking-import/draft';
import type { Issue } from '#libs/booking-import/issues';
import { isReadable } from '#libs/booking-import/rows/text';

/** Under this name a row keeps the fields that it fills in one of several columns which differ elsewhere in the file. No field is called like that. */
export const LONE = '_lone';

type Values = Record<string, unknown>;
type Rows = readonly { values: Values }[];

/**
 * Returns for a row the fields that it has in one of several columns only, if these differ in another row of the file: then they are not the same thing
 * twice, but perhaps the old room and the new one, and a blank one says something, too.
 */
export function loneFields(differing: Differing): (values: Values) => Field[] {
  return (values) =>
    [...differing].flatMap(([field, names]) => {
      const { length } = textsIn(values, names);
      return length > 0 && length < names.length ? [field] : [];
    });
}

/** The headers of the fields that have several in the file, with different cells in a row of it. */
export type Differing = ReadonlyMap<Field, string[]>;

export const differingColumns = (rows: Rows, headers: Headers): Differing =>
  new Map(
    [...columnsByField(rows, headers)].filter(([, names]) =>
      rows.some(({ values }) => new Set(textsIn(values, names)).size > 1),
    ),
  );

/** The headers of each field that has several in the file. */
function columnsByField(rows: Rows, headers: Headers): Map<Field, string[]> {
  const columns = new Map<Field, string[]>();
  for (const header of namesIn(rows)) {
    const field = headers.meaningOf(header);
    if (field !== undefined && field !== 'ignore') columns.set(field, [...(columns.get(field) ?? []), header]);
  }
  return new Map([...columns].filter(([, all]) => all.length > 1));
}

function textsIn(values: Values, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const cell = values[name];
    if (cell === null || cell === undefined || cell === '') return [];
    if (!isReadable(cell)) return [JSON.stringify(cell)];
    const text = cellText(cell);
    return text === undefined || isNothing(text) ? [] : [text];
  });
}

/** Asks about the fields that a row has in one of several columns, unless somebody corrected them. */
export function askOfLone({ values, resolution }: GivenRow): Issue[] {
  if (!Object.hasOwn(values, LONE)) return [];
  const corrected = new Set(Object.keys(resolution?.values ?? {}).map(fieldOf));
  const open = (values[LONE] as Field[]).filter((field) => !corrected.has(field));
  return open.map((field) =>
    contradictingCells(
      'several columns are this field, and other rows show that they differ; this row fills only some of them',
      field,
      String(values[field] ?? ''),
    ),
  );
}
