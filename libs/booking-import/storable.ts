import { fieldOf, valuesOf } from '#libs/booking-import/columns';
import type { GivenRow } from '#libs/booking-import/draft';
import { shown } from '#libs/booking-import/read-row';

/** Longer than any field may be, so that what is cut here is still too long. */
const MOST_CHARACTERS = 5_000;

/** A cell as PostgreSQL can store it. What is not text stays refused: it is stored as an object, which no field accepts. */
function storableCell(value: unknown): unknown {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  // What two columns say of one field.
  if (Array.isArray(value) && value.length === 2 && !value.some(Array.isArray)) return value.map(storableCell);
  if (typeof value !== 'string') return { unreadable: shown(value) };
  return value.isWellFormed() && !value.includes('\0')
    ? value.slice(0, MOST_CHARACTERS).toWellFormed()
    : { unreadable: shown(value) };
}

const storableValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...valuesOf(values)].map(([field, value]) => [field, storableCell(value)]));

/** Corrected cells; null is one that is corrected to nothing. */
const storableCorrections = (values: Record<string, unknown>): Record<string, unknown> => {
  const fields = Object.keys(values).flatMap((header) => fieldOf(header) ?? []);
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...storableValues(values) };
};

/** A row as an import keeps it: the columns that are read, in a form that can be stored and reads the same. */
export const storable = ({ row_index, values, resolution }: GivenRow): GivenRow => ({
  row_index,
  values: storableValues(values),
  resolution: resolution && {
    ...resolution,
    ...(resolution.values && { values: storableCorrections(resolution.values) }),
  },
});
