import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import { findOfferedSlots } from '#libs/bookings/departure-slots/departure-slots.queries';
import { isBelow } from '#libs/locations/below.queries';

/** A time at which people can leave, and how many. */
export interface Capacity {
  at: string;
  capacity: number;
}

const total = (where: string): string =>
  `SELECT s.at, sum(s.capacity)::int AS capacity FROM departure_slots s WHERE s.site_id = $1 AND s.day = $2${where} GROUP BY s.at`;
const OF_SITE = total('');
const OF_TREE = total(` AND (s.id = ANY($4::uuid[]) OR ${isBelow('s.location_id', '$1', '$3')})`);

/** How many can leave a site on a day at each time, or a part of it: by the slots that are meant for it, and those below it. */
export async function findCapacities(
  sql: Sql,
  { siteId, on, tree }: { siteId: string; on: string; tree: string | undefined },
): Promise<Capacity[]> {
  if (tree === undefined) return sql.rows<Capacity>(OF_SITE, [siteId, on]);
  if (!isId(tree)) return [];
  const [above = []] = await findOfferedSlots(sql, siteId, [{ location: tree, day: on }]);
  return sql.rows<Capacity>(OF_TREE, [siteId, on, tree, above.map(({ id }) => id)]);
}
