import type { Client } from 'pg';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';
import { ARCHIVE_STATE, type ArchiveState } from '#libs/core/backup/archive-state';
import { listBases } from '#libs/core/backup/keep-archive';
import { momentOf } from '#libs/core/backup/connection';
import type { Config } from '#libs/core/config/config';

const HOUR_MS = 3_600_000;
const FIX =
  'Run lodge keep-backups by the clock as the owner (DATABASE_OWNER_URL), who needs the attribute REPLICATION.';

/** Whether PostgreSQL archives its log, and how old the copy is from which a recovery begins. */
export async function checkArchive(
  database: Client,
  config: Pick<Config, 'WAL_ARCHIVE_FOLDER' | 'BACKUP_EVERY_HOURS'>,
): Promise<Finding[]> {
  if (config.WAL_ARCHIVE_FOLDER === undefined) return [];
  const { rows } = await database.query<ArchiveState>(ARCHIVE_STATE);
  const failing = rows[0]?.failing
    ? [warning(`PostgreSQL cannot archive ${rows[0].failing}`, 'Its log says why; it keeps the file until it can.')]
    : [];
  const newest = (await listBases(config.WAL_ARCHIVE_FOLDER)).at(-1);
  if (!newest) return [...failing, warning('No copy of the data of PostgreSQL is in the archive', FIX)];
  const age = Math.max(0, Date.now() - momentOf(newest).getTime()) / HOUR_MS;
  const what = `The newest copy of the data of PostgreSQL is ${Math.round(age)} hours old`;
  return [...failing, age > 2 * config.BACKUP_EVERY_HOURS ? warning(what, FIX) : ok(`${what}.`)];
}
