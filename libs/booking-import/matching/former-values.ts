import { grouped } from '#libs/core/collections/grouped';
import type { Sql } from '#libs/core/database/transaction';
import type { Draft } from '#libs/booking-import/draft';
import { fieldOf } from '#libs/booking-import/columns/columns';
import { warning } from '#libs/booking-import/issues';
import type { Change } from '#libs/booking-import/matching/changes';
import { type FormerValue, findFormerValues } from '#libs/booking-import/matching/former-values.queries';

/**
 * Asks about rows that say nothing of when they were exported, and that would give a booking back a value that somebody changed:
 * a list that is older than the change looks just like one that means to take it back.
 */
export async function askOfFormerValues(sql: Sql, siteId: string, drafts: Draft[]): Promise<void> {
  const undated = drafts.filter(isUndated);
  const ids = undated.flatMap(({ existing }) => existing?.id ?? []);
  const former = grouped(await findFormerValues(sql, siteId, [...new Set(ids)]), ({ booking_id }) => booking_id);
  for (const { existing, changes, issues } of undated) {
    const values = former.get(existing?.id ?? '') ?? [];
    const [back] = changes.flatMap((change) => {
      const until = values.find((value) => isValue(value, change))?.changed_at;
      return until === undefined ? [] : [{ ...change, until }];
    });
    if (!back) continue;
    const message = `the booking had this until it was changed at ${back.until}; is the row older than that, or does it take the change back?`;
    issues.push(warning('changed_since_export', message, { field: back.field, value: back.to, suggestion: back.from }));
  }
}

/** Whether a row would change a booking, and has neither a version nor a certain moment of its export: without its zone it may be hours earlier. */
const isUndated = ({ existing, changes, duplicate, given, normalized }: Draft): boolean =>
  existing !== null &&
  changes.length > 0 &&
  !duplicate &&
  given.resolution?.expected_version === undefined &&
  normalized.version === null &&
  (normalized.updated_at === null || !Object.entries(given.values).some(isZoned));

const isZoned = ([header, cell]: [string, unknown]): boolean =>
  fieldOf(header) === 'updated_at' && /(?:Z|[+-]\d{2}:?\d{2})$/u.test(String(cell).trim());

const isValue = ({ field, value }: FormerValue, { field: changed, to }: Change): boolean =>
  field === changed && to !== null && (value === to || Date.parse(value) === Date.parse(to));
