import type { SiteAccess } from '#libs/accounts/access/access';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { escapeLike } from '#libs/core/database/like';
import { pageOf } from '#libs/core/database/page-of';
import { BlockBooking } from '#libs/bookings/block-booking.entity';
import { type BookingStatus, CALLED_OFF } from '#libs/bookings/booking-status';
import type { ListBlocksQuery } from '#libs/bookings/blocks/blocks.dto';
import { inSql, LIVE_IN_SQL } from '#libs/occupancy/live';

export interface BlockRow {
  _id: string;
  site: string;
  name: string;
  notes: string | null;
  contract_start: string | null;
  contract_end: string | null;
  hold_until: string | null;
  version: number;
  created_at: string;
  created_by: string | null;
  updated_at: string;
  counts: Partial<Record<BookingStatus, number>>;
}

const SAME_NAME = `
SELECT id, name FROM block_bookings WHERE site_id = $1 AND lower(name) = lower($2)`;

/**
 * Writes a block booking under a name. Of two that want one name at once, the later one waits, and its error names the earlier one.
 * @throws DomainError `duplicate_name` with the other block
 */
async function underName(
  tx: Transaction,
  siteId: string,
  name: string,
  pointer: string,
  write: () => Promise<unknown>,
) {
  const taken = () => new DomainError('duplicate_name', 'A block booking of this site has the name.');
  try {
    await mapConstraintErrors({ block_bookings_name_1: taken }, () => tx.part(write));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'duplicate_name') throw error;
    const [other] = await tx.rows<{ id: string; name: string }>(SAME_NAME, [siteId, name]);
    throw new DomainError(
      'duplicate_name',
      error.detail,
      { block_booking: other ? { _id: other.id, name: other.name } : null },
      [{ pointer, code: 'duplicate_name', detail: 'is taken by another block booking of this site' }],
    );
  }
}

/** @throws DomainError `duplicate_name` */
export const insertBlock = (
  tx: Transaction,
  { site, caller }: SiteAccess,
  id: string,
  block: { name: string; notes?: string | null; hold_until: string | null },
  now: Date,
) =>
  underName(tx, site.id, block.name, '/block/name', () =>
    tx.repository(BlockBooking).insert({
      siteId: site.id,
      id,
      name: block.name,
      notes: block.notes || null,
      holdUntil: dateOf(block.hold_until),
      createdAt: now,
      createdBy: caller.userId,
      updatedAt: now,
    }),
  );

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/** Writes a block that is locked. @throws DomainError `duplicate_name` */
export const updateBlock = (
  tx: Transaction,
  siteId: string,
  { id, name, notes, hold_until: until }: LockedBlock,
  now: Date,
): Promise<void> =>
  underName(tx, siteId, name, '/name', () =>
    tx
      .repository(BlockBooking)
      .update({ siteId, id }, { name, notes, holdUntil: dateOf(until), version: () => 'version + 1', updatedAt: now }),
  );

/** Removes a block that has no booking. */
export const dropBlock = (tx: Transaction, siteId: string, id: string) =>
  tx.repository(BlockBooking).delete({ siteId, id });

export interface LockedBlock {
  id: string;
  name: string;
  notes: string | null;
  hold_until: string | null;
  version: number;
}

/**
 * Locks a block: `NO KEY UPDATE` to change its bookings, `SHARE` to add some, which several may do at once. Both come before the
 * locks of bookings and places. @throws NotFound
 */
export async function lockBlock(
  sql: Sql,
  siteId: string,
  id: string,
  mode: 'SHARE' | 'NO KEY UPDATE',
): Promise<LockedBlock> {
  const text = `SELECT id, name, notes, hold_until, version FROM block_bookings WHERE site_id = $1 AND id = $2 FOR ${mode}`;
  const [row] = await sql.rows<LockedBlock>(text, [siteId, id]);
  if (!row) throw new NotFound('The block booking');
  return row;
}

const OF_BLOCK = `
SELECT id, reference, status FROM bookings WHERE site_id = $1 AND block_booking_id = $2 AND status IN ${LIVE_IN_SQL} ORDER BY id`;
/** The live bookings of a block, in the order of their ids. */
export const listLiveOf = (sql: Sql, siteId: string, id: string) =>
  sql.rows<{ id: string; reference: string; status: BookingStatus }>(OF_BLOCK, [siteId, id]);

const COLUMNS = `
k.id AS _id, k.site_id AS site, k.name, k.notes, k.hold_until, k.version, k.created_at, k.created_by, k.updated_at, n.contract_start, n.contract_end, n.counts`;
// The dates are those of the bookings that were not called off; an open end of one of them is the end of all.
const NUMBERS = `
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_object_agg(c.status, c.n), '{}') AS counts, min(c.starts) FILTER (WHERE c.counts) AS contract_start,
    CASE WHEN NOT bool_or(c.is_open) FILTER (WHERE c.counts) THEN max(c.ends) FILTER (WHERE c.counts) END AS contract_end
  FROM (
    SELECT b.status, count(*) AS n, min(b.contract_start) AS starts, max(b.contract_end) AS ends, bool_or(b.contract_end IS NULL) AS is_open,
      b.status NOT IN ${inSql(CALLED_OFF)} AS counts
    FROM bookings b WHERE b.site_id = k.site_id AND b.block_booking_id = k.id GROUP BY b.status) c) n`;

/** The condition of a list of blocks over `k`. */
function conditionOf({ q, live, from, to }: ListBlocksQuery, value: (given: unknown) => string): string {
  const has = (condition: string) => `EXISTS (
    SELECT FROM bookings b WHERE b.site_id = k.site_id AND b.block_booking_id = k.id AND ${condition})`;
  const nights = [
    from !== undefined && `coalesce(b.contract_end, 'infinity') > ${value(from)}::date`,
    to !== undefined && `b.contract_start < ${value(to)}::date`,
  ].filter(Boolean);
  return [
    'k.site_id = $1',
    q !== undefined && `folded(k.name) LIKE '%' || folded(${value(escapeLike(q))}) || '%'`,
    live !== undefined && `${live ? '' : 'NOT '}${has(`b.status IN ${LIVE_IN_SQL}`)}`,
    nights.length > 0 && has([`b.status NOT IN ${inSql(CALLED_OFF)}`, ...nights].join(' AND ')),
  ]
    .filter(Boolean)
    .join(' AND ');
}

/** A page of a site's block bookings, the newest first. */
export async function listBlocks(sql: Sql, siteId: string, query: ListBlocksQuery) {
  const values: unknown[] = [siteId, query.limit, query.skip];
  const where = conditionOf(query, (given) => `$${values.push(given)}`);
  const rows = await sql.rows<BlockRow & { total: number }>(
    `SELECT t.total, p.* FROM (SELECT count(*)::int AS total FROM block_bookings k WHERE ${where}) t
LEFT JOIN LATERAL (
  SELECT ${COLUMNS} FROM (SELECT * FROM block_bookings k WHERE ${where} ORDER BY k.created_at DESC, k.id DESC LIMIT $2 OFFSET $3) k ${NUMBERS}
  ORDER BY k.created_at DESC, k.id DESC) p ON true`,
    values,
  );
  return pageOf<BlockRow>(rows, '_id');
}

const FIND = `SELECT ${COLUMNS} FROM block_bookings k ${NUMBERS} WHERE k.site_id = $1 AND k.id = $2`;
export const findBlock = async (sql: Sql, siteId: string, id: string) =>
  (await sql.rows<BlockRow>(FIND, [siteId, id]))[0];
