import type { Client } from 'pg';
import { BACKUP_AGES, type BackupAge } from '#libs/core/backup/backup-log';
import type { Config } from '#libs/core/config/config';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';

const HOUR_S = 3_600;
const FIX: Record<BackupAge['kind'], string> = {
  backup: 'Set BACKUP_FOLDER, so that a worker makes them, or run lodge backup by the clock.',
  restore:
    'Set BACKUP_FOLDER and BACKUP_TEST_DAYS and run lodge keep-backups by the clock as the owner (DATABASE_OWNER_URL), or restore one by hand.',
};
const NAME: Record<BackupAge['kind'], string> = {
  backup: 'backup',
  restore: 'restore of a backup',
};

const said = (seconds: number): string =>
  seconds < 48 * HOUR_S ? `${Math.round(seconds / HOUR_S)} hours` : `${Math.round(seconds / (24 * HOUR_S))} days`;

/** How old the last good backup is, and the last one that was restored to try it. */
export async function checkBackups(database: Client, config: Config): Promise<Finding[]> {
  const { rows } = await database.query<BackupAge>(BACKUP_AGES);
  const limits = { backup: 2 * config.BACKUP_EVERY_HOURS * HOUR_S, restore: 2 * config.BACKUP_TEST_DAYS * 24 * HOUR_S };
  // On one machine for one person nobody expects them.
  const isWanted = config.LODGE_MODE === 'production' || config.BACKUP_FOLDER !== undefined;
  return rows
    .filter(({ kind, age }) => limits[kind] > 0 && (isWanted || age !== null))
    .map(({ kind, age, problem }) => {
      const why = problem ? `; the last try failed: ${problem}` : '';
      if (age === null) return warning(`No ${NAME[kind]} is known${why}`, FIX[kind]);
      if (age > limits[kind]) return warning(`The last good ${NAME[kind]} is ${said(age)} old${why}`, FIX[kind]);
      return ok(`The last good ${NAME[kind]} is ${said(age)} old.`);
    });
}
