import type { SiteAccess } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';
import { InvalidField } from '#libs/core/errors/domain-error';
import { instantOf } from '#libs/core/time/site-time';

const SINCE = 'SELECT history_since FROM sites WHERE id = $1';

/**
 * The instant that `as_of` means: one of the past, of which the trails of the site say everything.
 * @throws InvalidField `invalid_query`
 */
export async function requireKnown(sql: Sql, { site }: SiteAccess, asOf: string, now: Date): Promise<Date> {
  const at = instantOf(asOf, site.timeZone);
  if (at > now) throw new InvalidField('invalid_query', 'as_of', 'must not lie in the future');
  const [row] = await sql.rows<{ history_since: string | null }>(SINCE, [site.id]);
  const since = row?.history_since;
  if (since && at < new Date(since))
    throw new InvalidField(
      'invalid_query',
      'as_of',
      `must not lie before ${since}, when this site began to record every change`,
    );
  return at;
}
