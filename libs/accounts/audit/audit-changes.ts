type Changes = { field: string; from: unknown; to: unknown }[];
type Names = Record<string, string>;

const named = (names: Names, column: string): string => names[column] ?? column;

/** What the audit says of a record that was made, in the names of the interface. */
export const createdChanges = (fields: object, names: Names = {}): Changes =>
  Object.entries(fields)
    .filter(([, to]) => to !== undefined && to !== null)
    .map(([column, to]: [string, unknown]) => ({ field: named(names, column), from: null, to }));

/** What the audit says of a record that was changed, in the names of the interface. */
export const updatedChanges = (before: object, changes: object, names: Names = {}): Changes =>
  Object.entries(changes).map(([column, to]: [string, unknown]) => ({
    field: named(names, column),
    from: (before as Record<string, unknown>)[column] ?? null,
    to,
  }));
