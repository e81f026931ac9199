import { DomainError } from '#libs/core/errors/domain-error';
import type { BookingImportRowRequest, ResolutionRequest } from '#libs/booking-import/booking-import.dto';
import type { GivenRow } from '#libs/booking-import/draft';

const refuse = (errors: { pointer: string; code: string; detail: string }[]): void => {
  const shown = errors.slice(0, 100);
  if (shown.length > 0)
    throw new DomainError(
      'validation_failed',
      shown.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '),
      {},
      shown,
    );
};

/** @throws DomainError `validation_failed` when a row_index comes twice */
export function requireDistinct(rows: { row_index: number }[], list: 'rows' | 'resolutions'): void {
  const seen = new Set<number>();
  const errors = rows.flatMap(({ row_index }, index) => {
    const again = seen.has(row_index);
    seen.add(row_index);
    return again ? [{ pointer: `/${list}/${index}/row_index`, code: 'duplicate', detail: 'must not come twice' }] : [];
  });
  refuse(errors);
}

/** Rows with what was decided about them. @throws DomainError `validation_failed` for a resolution of no row */
export function withResolutions(rows: BookingImportRowRequest[], resolutions: ResolutionRequest[] = []): GivenRow[] {
  requireDistinct(rows, 'rows');
  requireDistinct(resolutions, 'resolutions');
  const known = new Set(rows.map(({ row_index }) => row_index));
  const errors = resolutions.flatMap(({ row_index }, index) =>
    known.has(row_index)
      ? []
      : [{ pointer: `/resolutions/${index}/row_index`, code: 'unknown_row', detail: 'is not a row of this request' }],
  );
  refuse(errors);
  const byRow = new Map(resolutions.map((resolution) => [resolution.row_index, resolution]));
  return rows.map((row) => ({ ...row, resolution: byRow.get(row.row_index) }));
}
