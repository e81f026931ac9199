import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyBase } from '#libs/core/backup/base-copy';
import { connected, stamp } from '#libs/core/backup/connection';

const DAY_MS = 86_400_000;
const FIRST = 'first_segment';
const MAY_COPY = 'SELECT rolreplication OR rolsuper AS may FROM pg_roles WHERE rolname = current_user';

export interface ArchivePlan {
  /** Where PostgreSQL archives its write-ahead log, in `wal`; copies of its data are kept next to it. */
  folder: string;
  everyHours: number;
  /** How far back a recovery can go. */
  days: number;
}

/** The copies of the data of PostgreSQL, by the moment at which each was complete, the oldest first. */
export const listBases = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => /^base-\d{14}$/.test(name)).sort();

/**
 * Copies the data of PostgreSQL when the last copy is old enough, and removes the copies, and the part of the log, that no recovery
 * within the plan needs. A role without REPLICATION does nothing.
 */
export async function keepArchive(url: string, plan: ArchivePlan, now: () => Date): Promise<void> {
  const may = await connected(url, async (client) => (await client.query<{ may: boolean }>(MAY_COPY)).rows[0]?.may);
  if (!may) return;
  const newest = (await listBases(plan.folder)).at(-1);
  if (!newest || newest <= nameOf(now(), plan.everyHours / 24)) await addBase(url, plan.folder, now);
  await removeUnneeded(plan, now());
}

const nameOf = (now: Date, daysBefore = 0): string => `base-${stamp(new Date(now.getTime() - daysBefore * DAY_MS))}`;

async function addBase(url: string, folder: string, now: () => Date): Promise<void> {
  const draft = join(folder, 'base.unfinished');
  // One was broken off; only one process at a time comes here.
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(join(draft, FIRST), await copyBase(url, join(draft, 'base.tar.gz')));
  // A recovery can end at this moment at the earliest.
  await rename(draft, join(folder, nameOf(now())));
}

async function removeUnneeded({ folder, days }: ArchivePlan, now: Date): Promise<void> {
  const bases = await listBases(folder);
  // The newest of those that are too old is where a recovery to the oldest moment begins.
  const old = bases.filter((name) => name < nameOf(now, days)).slice(0, -1);
  for (const name of old) await rm(join(folder, name), { recursive: true });
  const [oldest] = bases.filter((name) => !old.includes(name));
  if (oldest === undefined) return;
  // Without the eight digits of the timeline, as PostgreSQL's own pg_archivecleanup compares them.
  const first = (await readFile(join(folder, oldest, FIRST), 'utf8')).slice(8);
  const segments = await readdir(join(folder, 'wal')).catch(() => []);
  for (const name of segments.filter((each) => /^[\dA-F]{24}\b.*\.gz$/.test(each) && each.slice(8, 24) < first))
    await rm(join(folder, 'wal', name), { force: true });
}
