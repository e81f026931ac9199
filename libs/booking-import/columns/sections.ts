import type { Sql } from '#libs/core/database/transaction';
import { readLocationIndex } from '#libs/matching/location-index';
import { isId } from '#libs/core/http/ids';
import { COLOUR, SECTION, withSections } from '#libs/core/csv/section-lines';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { Headers } from '#libs/booking-import/columns/columns';
import { withHeaderTexts } from '#libs/booking-import/columns/header-texts';
import type { GivenRow } from '#libs/booking-import/draft';
import { error, type Issue, warning } from '#libs/booking-import/issues';
import { shown } from '#libs/booking-import/rows/shown';

/** Under this name a row keeps that it is a line above others, and no booking. No field is called like that. */
export const HEADING = '_heading';

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{7}$/;

/**
 * The rows of a file, of which those below the heading of a section, or below other names of columns, say so. Headings that are declared to be buildings,
 * and are all called like one, are no remarks about the rows above them.
 */
export async function sectioned<Row extends BookingImportRowRequest>(
  sql: Sql,
  siteId: string,
  rows: Row[],
  headers: Headers,
): Promise<Row[]> {
  const places = headers.meaningOf(SECTION) === 'building' ? await readLocationIndex(sql, siteId) : undefined;
  const marked = withSections(rows, {
    areOfBelow: (texts) => places !== undefined && texts.every((text) => places.meant(text).called.length > 0),
    columnOf: (header) => headers.meaningOf(header),
    isDecided: (row) => saysWhatRowIs(row as Partial<GivenRow>),
    // A booking and one change of it are a row.
    namesRecord: (header, text) =>
      isId(text.toLowerCase()) || (headers.meaningOf(header) === 'reference' && REFERENCE.test(text)),
  });
  return withHeaderTexts(sql, siteId, marked, headers);
}

/** Whether a resolution says which booking, person or room a row means. */
const saysWhatRowIs = ({ resolution }: Partial<GivenRow>): boolean =>
  resolution !== undefined &&
  resolution.action !== 'skip' &&
  [resolution.values, resolution.booking_id, resolution.person_id, resolution.create_person, resolution.location_id].some((each) => each !== undefined); // prettier-ignore

/** Whether a row is such a line, and nobody has corrected it to a booking. */
export const isHeading = ({ values, resolution }: GivenRow): boolean =>
  Object.hasOwn(values, HEADING) && resolution?.values === undefined;

/** All that there is to say of such a line. */
export const NO_BOOKING: Issue = error(
  'missing_required',
  'is no booking, but a line between others: the rows next to it ask what it says of them',
);

/** Asks what the line above a row says of it. */
export const askOfSection = (text: unknown): Issue =>
  warning(
    'unread_column',
    `a line above or below, a text beside the table, or the sheet (its name, its printed pages, a text that lies on it), says ${shown(text)}; does that change the row? If not, declare "${SECTION}" as a column to ignore`,
    { value: SECTION },
  );

/** Asks what the colours of a line say that others do not have. */
export const askOfColour = (text: unknown): Issue =>
  warning(
    'unread_column',
    `cells of this line have other colours than those of most lines (${shown(text)}); does that change the row? If not, declare "${COLOUR}" as a column to ignore`,
    { value: COLOUR },
  );
