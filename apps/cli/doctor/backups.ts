import type { Client } from 'pg';
import { BACKUP_AGES, type BackupAge } from '#libs/core/backup/backup-log';
import { copyStore } from '#apps/backup-source';
import { momentOf } from '#libs/core/backup/connection';
import { listCopies } from '#libs/core/backup/copies';
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

/** How old the newest copy of a backup is, where they are copied. */
export async function checkCopies(config: Config, store = copyStore(config), now = new Date()): Promise<Finding[]> {
  if (!store) return [];
  const fix = 'Check BACKUP_COPY_URL, and that a worker with BACKUP_FOLDER runs; its log says why the last try failed.';
  try {
    const newest = (await listCopies(store)).at(-1);
    if (!newest) return [warning('No copy of a backup is there', fix)];
    const age = (now.getTime() - momentOf(newest).getTime()) / 1_000;
    const isLate = age > 2 * config.BACKUP_EVERY_HOURS * HOUR_S;
    const what = `The newest copy of a backup is ${said(age)} old`;
    return [isLate ? warning(what, fix) : ok(`${what}.`)];
  } catch (error) {
    return [warning(`Copies of backups cannot be seen (${(error as Error).message})`, fix)];
  }
}

/** How old the last good backup is, and the last one that was restored to try it. */
export async function checkBackups(database: Client, config: Config): Promise<Finding[]> {
  const { rows } = await database.query<BackupAge>(BACKUP_AGES);
  const limits = { backup: 2 * config.BACKUP_EVERY_HOURS * HOUR_S, restore: 2 * config.BACKUP_TEST_DAYS * 24 * HOUR_S };
  // A local installation for one person needs none.
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
