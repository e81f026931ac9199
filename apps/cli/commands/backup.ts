import { readFile } from 'node:fs/promises';
import { backUp, type Source } from '#libs/core/backup/backup';
import { databaseOf } from '#libs/core/backup/connection';
import type { Manifest } from '#libs/core/backup/manifest';
import { restoreBeside } from '#libs/core/backup/restore';
import { switchTo } from '#libs/core/backup/switch';
import { verifyBackup } from '#libs/core/backup/verify';
import { readConfig } from '#libs/core/config/config';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { openStore } from '#libs/core/storage/storage.module';
import { Clock } from '#libs/core/time/clock';
import { DOCUMENT_KEYS } from '#libs/documents/documents.queries';
import { PICTURE_KEYS } from '#libs/pictures/pictures.queries';

/** Every query that names objects of the store. What none of them names is not in a backup. */
export const NAMED_OBJECTS = [PICTURE_KEYS, DOCUMENT_KEYS];

// Nobody waits for an answer: a busy store may take its time.
const PATIENCE_MS = 60_000;

function readSource(): Source {
  const config = readConfig();
  const links = new LinkSigner(config.PUBLIC_URL, config.JWT_SECRET);
  const store = openStore(config, links, new Clock(), PATIENCE_MS);
  return { url: config.DATABASE_URL, store, named: NAMED_OBJECTS };
}

export async function makeBackup({ to }: { to: string }): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'));
  const [folder, manifest] = await backUp(readSource(), to, new Date(), version);
  console.log(`Wrote ${folder}: ${contents(manifest)}.`);
  const lost = manifest.files?.lost ?? [];
  if (lost.length > 0)
    console.error(
      `${lost.length} objects are named by rows and not in the store, such as ${lost[0]}. They are not in it.`,
    );
}

export async function checkBackup(folder: string): Promise<void> {
  console.log(`${folder} is whole: ${contents(await verifyBackup(folder))}.`);
}

export async function restore(folder: string, options: { switch?: boolean }): Promise<void> {
  const [name, manifest] = await restoreBeside(readSource(), folder, new Date());
  console.log(`Restored ${contents(manifest)} into the new database ${name}, and compared every row and object.`);
  if (options.switch) await switchDatabase(name);
  else console.log(`The live database is as it was. To put the new one in its place: lodge switch ${name}`);
}

export async function switchDatabase(name: string): Promise<void> {
  const { DATABASE_URL } = readConfig();
  const kept = await switchTo(DATABASE_URL, name, new Date());
  console.log(`${name} is ${databaseOf(DATABASE_URL)} now. Restart the workers.`);
  if (kept) console.log(`What was live before is kept as ${kept}. To go back: lodge switch ${kept}`);
}

function contents({ tables, files, made_at }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const objects = files?.objects.length ?? 0;
  return `${rows} rows in ${tables.length} tables and ${objects} objects, as of ${made_at}`;
}
