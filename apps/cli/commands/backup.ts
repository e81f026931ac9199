import { join } from 'node:path';
import { shown } from '#apps/cli/table-progress';
import { backupSource, copyStore, lodgeVersion } from '#apps/backup-source';
import { backUp, type Source } from '#libs/core/backup/backup';
import { noted } from '#libs/core/backup/backup-log';
import { connected, databaseOf, withDatabase } from '#libs/core/backup/connection';
import { fetchCopy, listCopies } from '#libs/core/backup/copies';
import { keepBackups, planOf, removeOld } from '#libs/core/backup/keep-backups';
import type { Manifest } from '#libs/core/backup/manifest';
import { restoreBeside } from '#libs/core/backup/restore';
import { requireDatabase, switchTo } from '#libs/core/backup/switch';
import { verifyBackup } from '#libs/core/backup/verify';
import { ownerUrl, readConfig } from '#libs/core/config/config';
import { allowApplication } from '#libs/core/database/application-role';

const readSource = (): Source => backupSource(readConfig());

export async function makeBackup({ to, keepDays }: { to: string; keepDays?: string }): Promise<void> {
  const source = readSource();
  const [folder, manifest] = await connected(source.url, async (client) =>
    noted(client, 'backup', undefined, async () =>
      shown('Writing', async (onTable) => backUp({ ...source, onTable }, to, new Date(), await lodgeVersion())),
    ),
  );
  console.log(`Wrote ${folder}: ${contents(manifest)}.`);
  if (keepDays !== undefined) await removeOld({ folder: to, keepDays: Number(keepDays) }, new Date());
  const lost = manifest.files?.lost ?? [];
  if (lost.length > 0)
    console.error(
      `${lost.length} objects are named by rows and not in the store, such as ${lost[0]}. They are not in it.`,
    );
}

/** What a worker with a folder for backups does by the clock. @throws Error without such a folder */
export async function keepByTheClock(): Promise<void> {
  const config = readConfig();
  const plan = planOf(config, copyStore(config));
  if (!plan) throw new Error('BACKUP_FOLDER is not set: it says where backups are kept.');
  await keepBackups(readSource(), plan, await lodgeVersion());
  console.log(`Backups in ${plan.folder} are as they should be; doctor tells their age.`);
}

/** Brings a copy back from the store of copies; the newest one without a name. @throws Error when there is no copy */
export async function fetchBackup(name: string | undefined, { to }: { to: string }): Promise<void> {
  const store = copyStore(readConfig());
  if (!store) throw new Error('BACKUP_COPY_URL is not set: it says where backups are copied to.');
  const wanted = name ?? (await listCopies(store)).at(-1);
  if (wanted === undefined) throw new Error('The store of copies has no whole backup.');
  console.log(
    `Fetched ${await fetchCopy(store, wanted, to)}. To load it next to the live database: lodge restore ${join(to, wanted)}`,
  );
}

export async function checkBackup(folder: string): Promise<void> {
  const [manifest] = await verifyBackup(folder, readConfig().BACKUP_PASSPHRASE);
  console.log(`${folder} is whole: ${contents(manifest)}.`);
}

export async function restore(folder: string, options: { switch?: boolean }): Promise<void> {
  const [name, manifest] = await shown('Loading', (onTable) =>
    restoreBeside({ ...readSource(), onTable }, folder, new Date()),
  );
  console.log(`Restored ${contents(manifest)} into the new database ${name}, and compared every row and object.`);
  if (options.switch) await switchDatabase(name);
  else console.log(`The live database is as it was. To put the new one in its place: lodge switch ${name}`);
}

export async function switchDatabase(name: string): Promise<void> {
  const config = readConfig();
  const owner = ownerUrl(config);
  await requireDatabase(owner, name);
  await allowApplication(withDatabase(owner, name), config.DATABASE_URL);
  const kept = await switchTo(owner, name, new Date());
  console.log(`${name} is ${databaseOf(owner)} now. Restart the workers.`);
  if (kept) console.log(`What was live before is kept as ${kept}. To go back: lodge switch ${kept}`);
}

function contents({ tables, files, made_at }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const objects = files?.objects.length ?? 0;
  return `${rows} rows in ${tables.length} tables and ${objects} objects, as of ${made_at}`;
}
