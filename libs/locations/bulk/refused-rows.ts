import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { codeIn } from '#libs/core/http/references';
import { MOST_LOCATIONS } from '#libs/locations/bulk/bulk-locations.dto';
import type { ReadRows } from '#libs/locations/bulk/read-locations';
import { findSimilar, MOST_EXPLAINED } from '#libs/references/references.queries';

/** Refuses rows that have errors. @throws DomainError with every error, and with what is like the names that nothing has */
export async function requireFaultless(sql: Sql, siteId: string, { errors, unknown }: ReadRows): Promise<void> {
  const [first] = errors;
  if (!first) return;
  const candidates = await Promise.all(
    unknown.slice(0, MOST_EXPLAINED).map(async ({ pointer, kind, given }) => {
      const reference = { kind, ...(codeIn(given) ?? { by: 'id', text: given }) };
      return { pointer, given, candidates: await findSimilar(sql, siteId, reference) };
    }),
  );
  const detail = errors.slice(0, 3).map((error) => `${error.pointer} ${error.detail}`).join('; '); // prettier-ignore
  const members = candidates.length > 0 ? { candidates } : {};
  throw new DomainError(first.code, `Nothing was made. ${detail}`, members, errors.slice(0, MOST_LOCATIONS));
}
