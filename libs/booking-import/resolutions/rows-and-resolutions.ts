import { MOST_COLUMNS, requireFewColumns } from '#libs/core/csv/file-rows';
import { DomainError, pointerToken } from '#libs/core/errors/domain-error';
import { fieldOf, namesIn } from '#libs/booking-import/columns/columns';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';
import type { GivenRow } from '#libs/booking-import/draft';

interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

const refuse = (errors: FieldError[]): void => {
  const shown = errors.slice(0, 100);
  if (shown.length > 0)
    throw new DomainError(
      shown.every(({ code }) => code === 'unknown_field') ? 'unknown_field' : 'validation_failed',
      shown.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '),
      {},
      shown,
    );
};

const MOST_INDEX = 2_147_483_647;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @throws DomainError `validation_failed`, `unknown_field` for rows that are invalid; `validation_failed` when a row_index comes twice;
 * `payload_too_large` for too many columns
 */
export function requireRows(rows: unknown[]): asserts rows is BookingImportRowRequest[] {
  if (sound.has(rows)) return;
  refuse(rows.flatMap((row, index) => errorsOf(row, `/rows/${index}`)));
  requireDistinct(rows as BookingImportRowRequest[], 'rows');
  requireColumns(rows as BookingImportRowRequest[]);
  sound.add(rows);
}

/** Lists that were checked already: they do not change. */
const sound = new WeakSet<unknown[]>();

/** @throws DomainError `payload_too_large` when the rows have more columns, all together, than a file may have */
function requireColumns(rows: BookingImportRowRequest[]): void {
  requireFewColumns(namesIn(rows, MOST_COLUMNS).size);
}

function errorsOf(row: unknown, pointer: string): FieldError[] {
  if (!isObject(row)) return [{ pointer, code: 'object', detail: 'must be an object' }];
  const { row_index, values, ...others } = row;
  const errors = Object.keys(others).map((field) => ({
    pointer: `${pointer}/${pointerToken(field)}`,
    code: 'unknown_field',
    detail: 'is not a field of this request',
  }));
  const need = (field: string, value: unknown, isRight: boolean, code: string, detail: string) => {
    if (value === undefined) errors.push({ pointer: `${pointer}/${field}`, code: 'required', detail: 'is required' });
    else if (!isRight) errors.push({ pointer: `${pointer}/${field}`, code, detail });
  };
  const isIndex = Number.isInteger(row_index) && (row_index as number) >= 0 && (row_index as number) <= MOST_INDEX;
  need('row_index', row_index, isIndex, 'integer', `must be a whole number from 0 to ${MOST_INDEX}`);
  need('values', values, isObject(values), 'object', 'must be an object');
  return errors;
}

/** @throws DomainError `validation_failed` when a row_index comes twice */
function requireDistinct(rows: { row_index: number }[], list: 'rows' | 'resolutions'): void {
  const seen = new Set<number>();
  const errors = rows.flatMap(({ row_index }, index) => {
    const again = seen.has(row_index);
    seen.add(row_index);
    return again ? [{ pointer: `/${list}/${index}/row_index`, code: 'duplicate', detail: 'must not come twice' }] : [];
  });
  refuse(errors);
}

/** The fields of a resolution that would be ignored. */
function ignoredIn({ values = {}, person_id, create_person }: ResolutionRequest, pointer: string): FieldError[] {
  const errors = Object.keys(values)
    .filter((name) => !fieldOf(name))
    .map((name) => ({
      pointer: `${pointer}/values/${pointerToken(name)}`,
      code: 'unknown_field',
      detail: 'is not a column that an import reads',
    }));
  if (person_id && create_person)
    errors.push({
      pointer: `${pointer}/create_person`,
      code: 'person_twice',
      detail: 'must not come with person_id: name a person who exists, or describe a new one',
    });
  return errors;
}

/**
 * Rows with what was decided about them.
 * @throws DomainError `validation_failed`, `unknown_field` for resolutions of no row, or with something that would be ignored
 */
export function withResolutions(rows: BookingImportRowRequest[], resolutions: ResolutionRequest[] = []): GivenRow[] {
  requireRows(rows);
  requireDistinct(resolutions, 'resolutions');
  const known = new Set(rows.map(({ row_index }) => row_index));
  const errors = resolutions.flatMap(({ row_index }, index) =>
    known.has(row_index)
      ? []
      : [{ pointer: `/resolutions/${index}/row_index`, code: 'unknown_row', detail: 'is not a row of this request' }],
  );
  refuse(errors);
  refuse(resolutions.flatMap((resolution, index) => ignoredIn(resolution, `/resolutions/${index}`)));
  const byRow = new Map(resolutions.map((resolution) => [resolution.row_index, resolution]));
  return rows.map((row) => ({ ...row, resolution: byRow.get(row.row_index) }));
}
