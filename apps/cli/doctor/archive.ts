import type { Client } from 'pg';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';
import { listBases } from '#libs/core/backup/keep-archive';
import { momentOf } from '#libs/core/backup/connection';
import type { Config } from '#libs/core/config/config';

const HOUR_MS = 3_600_000;
const FIX =
  'Run lodge keep-backups by the clock as the owner (DATABASE_OWNER_URL), who needs the attribute REPLICATION.';

interface Archiver {
  /** Why the last file could not be archived: the name of that file; null when the last one was. */
  failing: string | null;
}

/** Whether PostgreSQL archives its log, and how old the copy is from which a recovery begins. */
export async function checkArchive(
  database: Client,
  config: Pick<Config, 'WAL_ARCHIVE_FOLDER' | 'BACKUP_EVERY_HOURS'>,
): Promise<Finding[]> {
  if (config.WAL_ARCHIVE_FOLDER === undefined) return [];
  const { rows } = await database.query<Archiver>(
    `SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS failing FROM pg_stat_archiver`,
  );
  const failing = rows[0]?.failing
    ? [warning(`PostgreSQL cannot archive ${rows[0].failing}`, 'Its log says why; it keeps the file until it can.')]
    : [];
  const newest = (await listBases(config.WAL_ARCHIVE_FOLDER)).at(-1);
  if (!newest) return [...failing, warning('No copy of the data of PostgreSQL is in the archive', FIX)];
  const age = Math.max(0, Date.now() - momentOf(newest).getTime()) / HOUR_MS;
  const what = `The newest copy of the data of PostgreSQL is ${Math.round(age)} hours old`;
  return [...failing, age > 2 * config.BACKUP_EVERY_HOURS ? warning(what, FIX) : ok(`${what}.`)];
}
