import type { Sql } from '#libs/core/database/transaction';
import { InvalidField } from '#libs/core/errors/domain-error';

/** Where a caller finds the codes. */
export const CODES_AT = 'GET /sites/{siteId}/cancellation-codes lists the codes';

const FIND =
  'SELECT code FROM cancellation_codes WHERE site_id = $1 AND code = ANY($2::text[]) AND active ORDER BY code FOR KEY SHARE';

/** Those of the codes that the site has and uses. */
export async function activeCodes(
  sql: Sql,
  siteId: string,
  codes: (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(codes.filter((code) => code !== undefined))];
  if (asked.length === 0) return new Set();
  return new Set((await sql.rows<{ code: string }>(FIND, [siteId, asked])).map(({ code }) => code));
}

/** What is wrong with the cancellation code of a request: missing, unknown, inactive, or `other` without a reason. */
export function cancellationError(
  {
    cancellation_code: code,
    cancellation_reason: reason,
  }: { cancellation_code?: string; cancellation_reason?: string },
  active: ReadonlySet<string>,
): InvalidField | undefined {
  if (!code) return new InvalidField('cancellation_code_required', '/cancellation_code', `is required: ${CODES_AT}`);
  if (code === 'other' && !reason)
    return new InvalidField('cancellation_code_required', '/cancellation_reason', 'is required with the code other');
  if (active.has(code)) return undefined;
  return new InvalidField(
    'cancellation_code_unknown',
    '/cancellation_code',
    `is not an active code of this site; ${CODES_AT}`,
  );
}
