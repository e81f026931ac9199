import { type FileCell, type FileRow, RAGGED } from '#libs/core/csv/file-rows';
import type { LocationRowRequest } from '#libs/locations/bulk/bulk-locations.dto';

type Field = keyof LocationRowRequest;

/** Headers that people use in a list of rooms, in addition to the names of the fields. */
const WORDS: Record<Field, string[]> = {
  name: ['location', 'room', 'room name'],
  code: ['room code', 'number'],
  type: ['location type', 'room type'],
  parent: ['in', 'building', 'parent code'],
  range: ['numbers', 'rooms'],
  floor: ['level', 'storey'],
  capacity: ['beds', 'places'],
  active: ['open'],
};

const key = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');
const BY_KEY = new Map(
  (Object.keys(WORDS) as Field[]).flatMap((field) =>
    [field, ...WORDS[field]].map((word) => [key(word), field] as const),
  ),
);

/** The field of a location that a header means; case, spaces and punctuation do not matter. */
export const locationFieldOf = (header: string): Field | undefined => BY_KEY.get(key(header));

/** A line of a file as a row of the request. An unknown column keeps its name, so that it is refused and not lost. */
export function locationOf({ values }: FileRow): object {
  const filled = Object.entries(values).filter(([, cell]) => String(cell ?? '').trim() !== '');
  return Object.fromEntries(
    filled.map(([header, cell]) => {
      const field = header === RAGGED ? undefined : locationFieldOf(header);
      return [field ?? header, Array.isArray(cell) ? cell : valueOf(field, cell)];
    }),
  );
}

const TRUTHS: Record<string, boolean> = { true: true, yes: true, false: false, no: false };

function valueOf(field: Field | undefined, cell: FileCell): FileCell {
  const text = String(cell).trim();
  if (field === 'capacity') return /^\d{1,6}$/.test(text) ? Number(text) : text;
  if (field === 'active') return TRUTHS[text.toLowerCase()] ?? text;
  return text;
}
