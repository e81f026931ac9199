import { readFile } from 'node:fs/promises';
import { backUp } from '#libs/core/backup/backup';
import { databaseOf } from '#libs/core/backup/connection';
import type { Manifest } from '#libs/core/backup/manifest';
import { restoreBeside } from '#libs/core/backup/restore';
import { switchTo } from '#libs/core/backup/switch';
import { verifyBackup } from '#libs/core/backup/verify';
import { readConfig } from '#libs/core/config/config';

export async function makeBackup({ to }: { to: string }): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'));
  const [folder, manifest] = await backUp(readConfig().DATABASE_URL, to, new Date(), version);
  console.log(`Wrote ${folder}: ${contents(manifest)}.`);
}

export async function checkBackup(folder: string): Promise<void> {
  console.log(`${folder} is whole: ${contents(await verifyBackup(folder))}.`);
}

export async function restore(folder: string, options: { switch?: boolean }): Promise<void> {
  const { DATABASE_URL } = readConfig();
  const [name, manifest] = await restoreBeside(DATABASE_URL, folder, new Date());
  console.log(`Restored ${contents(manifest)} into the new database ${name}, and compared every row.`);
  if (options.switch) await switchDatabase(name);
  else console.log(`The live database is as it was. To put the new one in its place: lodge switch ${name}`);
}

export async function switchDatabase(name: string): Promise<void> {
  const { DATABASE_URL } = readConfig();
  const kept = await switchTo(DATABASE_URL, name, new Date());
  console.log(`${name} is ${databaseOf(DATABASE_URL)} now. Restart the workers.`);
  if (kept) console.log(`What was live before is kept as ${kept}. To go back: lodge switch ${kept}`);
}

function contents({ tables, made_at }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${tables.length} tables, as of ${made_at}`;
}
