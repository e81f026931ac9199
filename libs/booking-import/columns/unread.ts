import { cellText } from '#libs/core/csv/cells';
import { RAGGED } from '#libs/core/csv/file-rows';
import { accepts } from '#libs/booking-import/resolutions/accepted';
import type { AnalysedRow } from '#libs/booking-import/analyse';
import type { GivenRow } from '#libs/booking-import/draft';
import { type Issue, warning } from '#libs/booking-import/issues';
import { askOfSection, isHeading } from '#libs/booking-import/columns/sections';
import { shown } from '#libs/booking-import/rows/shown';
import { SECTION } from '#libs/core/csv/section-lines';
import { isNothing } from '#libs/core/csv/lost-cells';

/** Under this name a row keeps the cells that are not read, by their header. No field is called like that. */
export const UNREAD = '_unread';

/** What an export of Lodge has in addition to the columns that an import reads: a row that names its booking may contain it. */
const OF_EXPORTS = new Set([
  'phase',
  'block_booking',
  'flags',
  'additional_people',
  'checked_in_at',
  'checked_out_at',
  'cancellation_code',
  'created_at',
]);
/** How many unread cells a row lists. */
const MOST_TOLD = 10;

/** Asks about the rows with cells that are not read. A decision that accepts it, or a declaration for the file, settles that. */
export function askOfUnread(rows: readonly AnalysedRow[], given: readonly GivenRow[]): AnalysedRow[] {
  return rows.map((row, index) => {
    const issues = given[index] ? unreadIn(given[index], row) : [];
    if (issues.length === 0) return row;
    return {
      ...row,
      state: row.state === 'ready' ? 'needs_decision' : row.state,
      issues: [...row.issues, ...issues],
    };
  });
}

function unreadIn(row: GivenRow, { existing, normalized }: AnalysedRow): Issue[] {
  const { values } = row;
  const cells = Object.entries((values[UNREAD] ?? {}) as Record<string, unknown>);
  const isOfExport = (header: string) => existing !== null && OF_EXPORTS.has(header);
  const isRead = (header: string) => header === RAGGED || isHeading(row);
  const unread = cells.filter(([header, cell]) => !isRead(header) && isFilled(cell) && !isOfExport(header));
  // The version and its moment are those of the booking which the row names; without one it says nothing.
  for (const field of ['version', 'updated_at'] as const)
    if (existing === null && normalized[field] !== null) unread.push([field, normalized[field]]);
  // The first text is the reason, the others are cells beyond the header.
  const [ragged] = [cells.find(([header]) => header === RAGGED)?.[1]].flat();
  return [
    ...(ragged === undefined || accepts(row, 'ragged_row')
      ? []
      : [
          warning(
            'ragged_row',
            'the line has not the cells of the header, or a spreadsheet hides or merges some; is it right as it stands?',
            {
              value: shown(ragged),
            },
          ),
        ]),
    ...(accepts(row, 'unread_column') ? [] : unread.slice(0, MOST_TOLD).map(unreadColumn)),
  ];
}

const unreadColumn = ([header, cell]: [string, unknown]): Issue =>
  header === SECTION
    ? askOfSection(cell)
    : warning(
        'unread_column',
        `this column is not read, and says ${shown(cell)}; which field is it, or shall it be ignored?`,
        {
          value: shown(header),
        },
      );

const isFilled = (cell: unknown): boolean => {
  const text = cell === undefined || cell === null ? undefined : cellText(cell);
  return text !== undefined && !isNothing(text);
};
