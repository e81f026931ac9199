import type { Sql } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';

const FIND = 'SELECT code FROM cancellation_codes WHERE site_id = $1 AND code = $2 AND active FOR KEY SHARE';

/** @throws InvalidField when the code is missing, unknown or inactive, or `other` comes without a reason */
export async function requireCancellation(
  sql: Sql,
  siteId: string,
  {
    cancellation_code: code,
    cancellation_reason: reason,
  }: { cancellation_code?: string; cancellation_reason?: string },
): Promise<void> {
  if (!code) throw new InvalidField('cancellation_code_required', '/cancellation_code', 'is required');
  if (code === 'other' && !reason)
    throw new InvalidField('cancellation_code_required', '/cancellation_reason', 'is required with the code other');
  const found = await sql.rows(FIND, [siteId, code]);
  if (found.length === 0)
    throw new InvalidField('cancellation_code_unknown', '/cancellation_code', 'is not an active code of this site');
}
