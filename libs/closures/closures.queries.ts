import type { Sql, Transaction } from '#libs/core/database/transaction';
import { pageOf } from '#libs/core/database/page-of';
import { isId } from '#libs/core/http/ids';
import { isBelow } from '#libs/locations/below.queries';
import { Closure, type ClosureKind } from '#libs/occupancy/closure.entity';
import type { ClosureResponse, ListClosuresQuery } from '#libs/closures/closures.dto';
import { columnList, columnsAs } from '#libs/core/database/columns';

const COLUMNS = `${columnsAs(Closure, { _id: 'id', site: 'siteId', location: 'locationId', from: 'starts', to: 'ends' }, 'c')},
  ${columnList(Closure, 'kind reason notes version createdAt createdBy updatedAt updatedBy', 'c')}`;

const FIND = `SELECT ${COLUMNS} FROM closures c WHERE c.site_id = $1 AND c.id = $2`;
const LOCK = `${FIND} FOR UPDATE`;

export const findClosure = async (sql: Sql, siteId: string, id: string): Promise<ClosureResponse | undefined> =>
  (await sql.rows<ClosureResponse>(FIND, [siteId, id]))[0];

/** The same, locked for the rest of the transaction. */
export const lockClosure = async (sql: Sql, siteId: string, id: string): Promise<ClosureResponse | undefined> =>
  (await sql.rows<ClosureResponse>(LOCK, [siteId, id]))[0];

/** A page of closures, the earliest first, and how many match. Dates are the site's. */
export async function listClosures(sql: Sql, siteId: string, query: ListClosuresQuery) {
  const values: unknown[] = [siteId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const at = (id: string | undefined, condition: (place: string) => string) =>
    id !== undefined && (isId(id) ? condition(value(id)) : 'false');
  const conditions = [
    'c.site_id = $1',
    at(query.location, (id) => `c.location_id = ${id}`),
    at(query.location_tree, (root) => isBelow('c.location_id', '$1', root)),
    query.from !== undefined && `(c.ends IS NULL OR c.ends > ${value(query.from)}::date)`,
    query.to !== undefined && `c.starts < ${value(query.to)}::date`,
  ].filter(Boolean);
  const found = `FROM closures c WHERE ${conditions.join(' AND ')}`;
  const page = `SELECT ${COLUMNS} ${found} ORDER BY c.starts, c.id LIMIT ${value(query.limit)} OFFSET ${value(query.skip)}`;
  const text = `SELECT n.total, p.* FROM (SELECT count(*)::int AS total ${found}) n LEFT JOIN (${page}) p ON true`;
  const rows = await sql.rows<ClosureResponse & { total: number }>(text, values);
  return pageOf<ClosureResponse>(rows, '_id');
}

/** A closure as it is stored. Dates are the site's. */
export interface StoredClosure {
  id: string;
  location: string;
  from: string;
  to: string | null;
  kind: ClosureKind;
  reason: string | null;
  notes: string | null;
}

type By = { now: Date; userId: string | null };

const rowOf = ({ location, from, to, kind, reason, notes }: StoredClosure, { now, userId }: By) => ({
  ...{ locationId: location, starts: from, ends: to, kind, reason, notes },
  ...{ updatedAt: now, updatedBy: userId },
});

export const insertClosure = (tx: Transaction, siteId: string, closure: StoredClosure, by: By) =>
  tx.repository(Closure).insert({
    ...{ siteId, id: closure.id, createdAt: by.now, createdBy: by.userId },
    ...rowOf(closure, by),
  });

export const updateClosure = (tx: Transaction, siteId: string, closure: StoredClosure, by: By) =>
  tx.repository(Closure).update({ siteId, id: closure.id }, { ...rowOf(closure, by), version: () => 'version + 1' });
