import type { Sql } from '#libs/core/database/transaction';
import { UnknownReference } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';

const KNOWN = `
SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
UNION ALL SELECT id FROM flags WHERE site_id = $1 AND id = ANY($2::uuid[])`;

/** A printed list does not show that a filter found nothing, so the ids of a filter have to exist. @throws UnknownReference */
export async function requireFilter(
  sql: Sql,
  siteId: string,
  { location_tree, flags = [] }: { location_tree?: string | undefined; flags?: string[] },
): Promise<void> {
  const references = [
    ...(location_tree === undefined ? [] : [{ pointer: 'location_tree', what: 'location', id: location_tree }]),
    ...flags.map((id) => ({ pointer: 'flags', what: 'flag', id })),
  ];
  if (references.length === 0) return;
  const rows = await sql.rows<{ id: string }>(KNOWN, [siteId, references.map(({ id }) => id).filter(isId)]);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = references.filter(({ id }) => !known.has(id));
  if (unknown.length > 0) throw new UnknownReference(unknown);
}
