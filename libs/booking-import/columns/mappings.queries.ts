import { fingerprintOf } from '#libs/core/text/fingerprint';
import type { Sql } from '#libs/core/database/transaction';
import type { Encoding } from '#libs/core/csv/encodings';
import { BESIDE } from '#libs/core/csv/section-lines';
import { newId } from '#libs/core/http/ids';
import type { Declared } from '#libs/booking-import/columns/declared';
import type { Seen } from '#libs/booking-import/columns/seen-before';
import { namesIn } from '#libs/booking-import/columns/columns';
import { columnList, columnsAs, insertInto, setList } from '#libs/core/database/columns';
import { ImportMapping } from '#libs/booking-import/preview/preview.entity';

/** What was declared about files with certain headers. */
export interface Mapping {
  _id: string;
  headers: string[];
  declared: Declared;
  updated_at: string;
  updated_by: string;
}

/** With what is remembered for Lodge itself. */
export type FullMapping = Mapping & { seen: Seen | null };

/** The headers of a file, in an order of their own. */
export function headersOf(rows: readonly { values: Record<string, unknown> }[]): string[] {
  const own = [...namesIn(rows)].filter((header) => !BESIDE.has(header));
  return [...new Set(own.map((header) => header.trim()))].sort();
}

/** The same for all files with the same headers. */
export const headerKey = (headers: string[]): string =>
  fingerprintOf(headers.map((header) => header.toLowerCase()).sort());

const COLUMNS = `${columnsAs(ImportMapping, { _id: 'id', headers: 'headers' })}, declared - 'seen' AS declared,
  ${columnsAs(ImportMapping, { updated_at: 'updatedAt', updated_by: 'userId' })}`;

export const findMapping = async (sql: Sql, siteId: string, headers: string[]): Promise<FullMapping | undefined> =>
  (
    await sql.rows<FullMapping>(
      `SELECT ${COLUMNS}, declared->'seen' AS seen FROM import_mappings WHERE site_id = $1 AND header_key = $2`,
      [siteId, headerKey(headers)],
    )
  )[0];

/** In which encodings files of a site came. */
export const findEncodings = (sql: Sql, siteId: string) =>
  sql.rows<{ encoding: Encoding; header_key: string; letters: string | null }>(
    `SELECT declared->>'encoding' AS encoding, ${columnList(ImportMapping, 'headerKey')}, declared->'seen'->>'letters' AS letters FROM import_mappings WHERE site_id = $1 AND declared ? 'encoding'`,
    [siteId],
  );

export const listMappings = (sql: Sql, siteId: string): Promise<Mapping[]> =>
  sql.rows<Mapping>(`SELECT ${COLUMNS} FROM import_mappings WHERE site_id = $1 ORDER BY updated_at DESC, id LIMIT $2`, [
    siteId,
    MOST,
  ]);

export const deleteMapping = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows('DELETE FROM import_mappings WHERE site_id = $1 AND id = $2 RETURNING id', [siteId, id])).length > 0;

/** How many of a site are kept: those that were used least lately go. */
const MOST = 200;
const REMEMBER = `
WITH kept AS (
  ${insertInto(ImportMapping, 'siteId id headers headerKey declared userId createdAt updatedAt')}
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
  ON CONFLICT ON CONSTRAINT import_mappings_header_key_1 DO UPDATE SET ${setList(ImportMapping, { declared: '$5', userId: '$6', updatedAt: '$7' })})
DELETE FROM import_mappings WHERE site_id = $1 AND header_key <> $4 AND id IN (
  SELECT id FROM import_mappings WHERE site_id = $1 AND header_key <> $4 ORDER BY updated_at DESC, id OFFSET $8)`;

interface Remembered {
  siteId: string;
  userId: string;
  headers: string[];
  declared: Declared;
  seen: Seen;
  now: Date;
}

/** Remembers what was declared about a file, for the next one with its headers. */
export const rememberMapping = (sql: Sql, { siteId, userId, headers, declared, seen, now }: Remembered) =>
  sql.rows(REMEMBER, [
    siteId,
    newId(),
    JSON.stringify(headers),
    headerKey(headers),
    { ...declared, seen },
    userId,
    now,
    MOST - 1,
  ]);
