import { cellText } from '#libs/core/csv/cells';
import { isNothing } from '#libs/core/csv/lost-cells';
import type { GivenRow } from '#libs/booking-import/draft';

/** Under this name a row keeps the cells that are not read, by their header. No field is called like that. */
export const UNREAD = '_unread';
/** Under this name a row of an export keeps the names of its columns that are blank in it. No field is called like that. */
export const BLANK = '_blank';

/** What an export of Lodge has in addition to the columns that an import reads: a row that names its booking may contain it. */
export const OF_EXPORTS = [
  'phase',
  'block_booking',
  'flags',
  'additional_people',
  'checked_in_at',
  'checked_out_at',
  'cancellation_code',
  'created_at',
] as const;
export type OfExports = (typeof OF_EXPORTS)[number];
export const isOfExports = (header: string): header is OfExports => OF_EXPORTS.some((each) => each === header);

export const unreadIn = ({ values }: GivenRow) => (values[UNREAD] ?? {}) as Record<string, unknown>;
export const blankIn = ({ values }: GivenRow) => (values[BLANK] ?? []) as string[];

/** The text of a cell; undefined when there is nothing in it. */
export function filledText(cell: unknown): string | undefined {
  const text = cell === undefined || cell === null ? undefined : cellText(cell);
  return text === undefined || isNothing(text) ? undefined : text;
}
