import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BACKUP_AGES, type BackupAge, noted } from '#libs/core/backup/backup-log';
import { backUp, type Source } from '#libs/core/backup/backup';
import { type ArchivePlan, keepArchive } from '#libs/core/backup/keep-archive';
import { copyBackup, listCopies, removeCopies } from '#libs/core/backup/copies';
import { connected, stamp, withDatabase } from '#libs/core/backup/connection';
import { MAINTENANCE, restoreBeside } from '#libs/core/backup/restore';
import type { Config } from '#libs/core/config/config';
import { ADVISORY_LOCKS } from '#libs/core/database/advisory-locks';
import { verifyBackup } from '#libs/core/backup/verify';
import type { ObjectStore } from '#libs/core/storage/object-store';

const [HOUR_S, DAY_MS] = [3_600, 86_400_000];
/** So many are kept however old they are. */
const LEAST_KEPT = 3;
const UNFINISHED_DAYS = 2;
// A schedule that fires once an hour must not come a little too early, and skip one.
const SLACK_S = 600;

export interface BackupPlan {
  folder: string;
  everyHours: number;
  keepDays: number;
  /** How often a backup is restored to try it; 0: never. */
  testDays: number;
  /** A store into which each backup is copied. */
  copies?: ObjectStore | undefined;
  archive?: ArchivePlan | undefined;
}

/** The plan of a configuration; undefined where no folder for backups is set. */
export const planOf = (config: Config, copies?: ObjectStore): BackupPlan | undefined =>
  config.BACKUP_FOLDER === undefined
    ? undefined
    : {
        folder: config.BACKUP_FOLDER,
        everyHours: config.BACKUP_EVERY_HOURS,
        keepDays: config.BACKUP_KEEP_DAYS,
        testDays: config.BACKUP_TEST_DAYS,
        copies,
        archive: archiveOf(config),
      };

const archiveOf = ({ WAL_ARCHIVE_FOLDER, WAL_ARCHIVE_DAYS, BACKUP_EVERY_HOURS }: Config): ArchivePlan | undefined =>
  WAL_ARCHIVE_FOLDER === undefined
    ? undefined
    : { folder: WAL_ARCHIVE_FOLDER, everyHours: BACKUP_EVERY_HOURS, days: WAL_ARCHIVE_DAYS };

const MAY_RESTORE = 'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user';

/**
 * Makes a backup when the last good one is old enough, restores one when the last good try is, and removes the old ones. Any number
 * of workers may call it at once: one does it. A role that may not create databases tries no restore: `doctor` warns when no other process does.
 * @throws Error when one of them failed; it is tried again by the next call
 */
export async function keepBackups(source: Source, plan: BackupPlan, version: string): Promise<void> {
  await connected(source.url, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      ADVISORY_LOCKS.backups,
    ]);
    if (!rows[0]?.mine) return;
    if (await isDue(client, 'backup', plan.everyHours * HOUR_S)) await makeOne(client, source, plan, version);
    if (await isTrialDue(client, plan)) await tryOne(client, source, plan);
    await removeOld(plan, new Date());
    if (plan.copies) await keepCopies(plan, plan.copies, new Date());
    if (plan.archive) await keepArchive(source.url, plan.archive, () => new Date());
  });
}

async function isDue(client: pg.Client, kind: string, seconds: number): Promise<boolean> {
  const { rows } = await client.query<BackupAge>(BACKUP_AGES);
  const age = rows.find((row) => row.kind === kind)?.age ?? Infinity;
  return age > seconds - SLACK_S;
}

async function isTrialDue(client: pg.Client, { testDays }: BackupPlan): Promise<boolean> {
  if (testDays === 0 || !(await isDue(client, 'restore', testDays * 24 * HOUR_S))) return false;
  return (await client.query<{ may: boolean }>(MAY_RESTORE)).rows[0]?.may ?? false;
}

async function makeOne(client: pg.Client, source: Source, { folder }: BackupPlan, version: string): Promise<void> {
  await noted(client, 'backup', undefined, async () => {
    const made = await backUp(source, folder, await freshMoment(folder), version);
    await verifyBackup(made[0], source.passphrase);
    return made;
  });
}

// A folder of this second may be there.
async function freshMoment(folder: string): Promise<Date> {
  for (;;) {
    const now = new Date();
    if (!(await namesIn(folder)).includes(`lodge-${stamp(now)}`)) return now;
    await sleep(200);
  }
}

/** Restores the newest backup into a new database, which compares every row, and drops that. */
async function tryOne(client: pg.Client, source: Source, { folder }: BackupPlan): Promise<void> {
  const newest = (await finished(folder)).at(-1);
  if (!newest) return;
  await noted(client, 'restore', newest, async () => {
    const [database, manifest] = await restoreBeside(source, join(folder, newest), new Date());
    await connected(withDatabase(source.url, MAINTENANCE), (maintenance) =>
      maintenance.query(`DROP DATABASE "${database}" WITH (FORCE)`),
    );
    return [newest, manifest];
  });
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The names of whole backups, the oldest first. */
const finished = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => /^lodge-\d{14}$/.test(name)).sort();

/** The name of a backup made this many days ago. */
const nameBefore = (days: number, now: Date): string => `lodge-${stamp(new Date(now.getTime() - days * DAY_MS))}`;
const isOlder = (names: string[], { keepDays }: Pick<BackupPlan, 'keepDays'>, now: Date): string[] =>
  names.slice(0, -LEAST_KEPT).filter((name) => name < nameBefore(keepDays, now));

/** Copies the newest backup when the store does not have it, and removes there what is older than the plan keeps. */
async function keepCopies({ folder, keepDays }: BackupPlan, store: ObjectStore, now: Date): Promise<void> {
  const newest = (await finished(folder)).at(-1);
  const whole = await listCopies(store);
  if (newest && !whole.includes(newest)) {
    await copyBackup(store, folder, newest);
    whole.push(newest);
    whole.sort();
  }
  const old = new Set(isOlder(whole, { keepDays }, now));
  // What was broken off by a worker that is gone has no index, and is of no use.
  const isBroken = (name: string) => !whole.includes(name) && name < nameBefore(UNFINISHED_DAYS, now);
  await removeCopies(store, (name) => old.has(name) || isBroken(name));
}

/** Removes the backups that are older than the plan keeps, and what was never finished. Nothing else in the folder is touched. */
export async function removeOld(
  { folder, keepDays }: Pick<BackupPlan, 'folder' | 'keepDays'>,
  now: Date,
): Promise<void> {
  const old = isOlder(await finished(folder), { keepDays }, now);
  const broken = (await namesIn(folder)).filter((name) => /^lodge-\d{14}\.unfinished$/.test(name) && name < nameBefore(UNFINISHED_DAYS, now)); // prettier-ignore
  for (const name of [...old, ...broken]) await rm(join(folder, name), { recursive: true });
}
