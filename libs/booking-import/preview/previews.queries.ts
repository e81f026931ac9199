import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Sql } from '#libs/core/database/transaction';
import type { BookingImportRowRequest } from '#libs/booking-import/booking-import.dto';
import type { Declared } from '#libs/booking-import/columns/declared';
import type { Previewed, ReadWith } from '#libs/booking-import/preview/previewed';
import { columnList, insertInto } from '#libs/core/database/columns';
import { ImportPreview } from '#libs/booking-import/preview/preview.entity';

const DAY_MS = 86_400_000;
/** How many previews of one user in one site are kept. */
const MOST = 20;

const KEEP = `
WITH kept AS (${insertInto(ImportPreview, 'siteId id userId createdAt rows declared')} VALUES ($1, $2, $3, $4, $5, $6))
DELETE FROM import_previews WHERE site_id = $1 AND user_id = $3 AND id IN (
  SELECT id FROM import_previews WHERE site_id = $1 AND user_id = $3 ORDER BY created_at DESC, id DESC OFFSET $7)`;

interface KeptPreview {
  siteId: string;
  id: string;
  userId: string;
  now: Date;
  /** JSON. */
  rows: string;
  declared: Declared;
  readWith: ReadWith;
  /** What was shown, by row_index. */
  found: Record<number, Previewed>;
}

/** What is packed of a preview; of one that was made by an older release only the rows. */
interface Packed {
  rows: BookingImportRowRequest[];
  readWith?: ReadWith;
  found?: Record<number, Previewed>;
}

/** Keeps a preview for a day; of one user in a site the last 20. */
export async function keepPreview(sql: Sql, preview: KeptPreview): Promise<void> {
  const { siteId, id, userId, now, rows, declared, ...shown } = preview;
  const packed = await promisify(deflateRaw)(`{"rows":${rows},${JSON.stringify(shown).slice(1)}`, { level: 1 });
  await sql.rows(KEEP, [siteId, id, userId, now, packed, declared, MOST - 1]);
}

const FIND = `SELECT ${columnList(ImportPreview, 'rows declared')} FROM import_previews WHERE site_id = $1 AND id = $2 AND created_at > $3`;

/** The rows of a preview and what was declared about them; undefined when it is not there any more. */
export async function findPreview(sql: Sql, siteId: string, id: string, now: Date) {
  const found = await sql.rows<{ rows: Buffer; declared: Declared }>(FIND, [siteId, id, before(now)]);
  const [preview] = found;
  if (!preview) return undefined;
  const packed = JSON.parse(String(await promisify(inflateRaw)(preview.rows))) as Packed | Packed['rows'];
  return { ...(Array.isArray(packed) ? { rows: packed } : packed), declared: preview.declared };
}

const before = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Removes previews that are older than a day. */
export const removePreviews = (sql: Sql, now: Date) =>
  sql.rows('DELETE FROM import_previews WHERE created_at <= $1', [before(now)]);
