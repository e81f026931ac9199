import { RAGGED } from '#libs/core/csv/file-rows';
import { accepts } from '#libs/booking-import/resolutions/accepted';
import type { AnalysedRow } from '#libs/booking-import/analyse';
import type { GivenRow } from '#libs/booking-import/draft';
import { type Issue, warning } from '#libs/booking-import/issues';
import { askOfColour, askOfSection, isHeading } from '#libs/booking-import/columns/sections';
import { shown } from '#libs/booking-import/rows/shown';
import { COLOUR, SECTION } from '#libs/core/csv/section-lines';
import { filledText, isOfExports, unreadIn } from '#libs/booking-import/columns/unread-cells';

/** How many unread cells a row lists. */
const MOST_TOLD = 10;

/** Asks about the rows with cells that are not read. A decision that accepts it, or a declaration for the file, settles that. */
export function askOfUnread(rows: readonly AnalysedRow[], given: readonly GivenRow[]): AnalysedRow[] {
  return rows.map((row, index) => {
    const issues = given[index] ? doubtsOf(given[index], row) : [];
    if (issues.length === 0) return row;
    return {
      ...row,
      // What repeats a booking may say something more of it.
      state: row.state === 'ready' || (row.state === 'duplicate' && row.existing) ? 'needs_decision' : row.state,
      issues: [...row.issues, ...issues],
    };
  });
}

function doubtsOf(row: GivenRow, { existing, normalized }: AnalysedRow): Issue[] {
  const cells = unreadIn(row);
  const isOfExport = (header: string) => existing !== null && isOfExports(header);
  const isRead = (header: string) => header === RAGGED || isHeading(row);
  const unread: [string, unknown][] = [];
  for (const header in cells) {
    if (unread.length === MOST_TOLD) break;
    if (!isRead(header) && isFilled(cells[header]) && !isOfExport(header)) unread.push([header, cells[header]]);
  }
  // The version and its moment are those of the booking which the row names; without one it says nothing.
  for (const field of ['version', 'updated_at'] as const)
    if (existing === null && normalized[field] !== null) unread.push([field, normalized[field]]);
  // The first text is the reason, the others are cells beyond the header.
  const [ragged] = [cells[RAGGED]].flat();
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
    : header === COLOUR
      ? askOfColour(cell)
      : warning(
          'unread_column',
          `this column is not read, and says ${shown(cell)}; which field is it, or shall it be ignored?`,
          {
            value: shown(header),
          },
        );

const isFilled = (cell: unknown): boolean => filledText(cell) !== undefined;
