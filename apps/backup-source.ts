import { readFile } from 'node:fs/promises';
import type { Source } from '#libs/core/backup/backup';
import { type Config, ownerUrl } from '#libs/core/config/config';
import type { ObjectStore } from '#libs/core/storage/object-store';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { openStore } from '#libs/core/storage/storage.module';
import { Clock } from '#libs/core/time/clock';
import { DOCUMENT_KEYS } from '#libs/documents/documents.queries';
import { PICTURE_KEYS } from '#libs/pictures/pictures.queries';

/** Every query that names objects of the store. What none of them names is not in a backup. */
export const NAMED_OBJECTS = [PICTURE_KEYS, DOCUMENT_KEYS];

// No request waits for it: a busy store may take its time.
const PATIENCE_MS = 60_000;

/** What a process with this configuration backs up, as the owner of the tables where one is configured. */
export function backupSource(config: Config): Source {
  const links = new LinkSigner(config.PUBLIC_URL, config.JWT_SECRET);
  const store = openStore(config, links, new Clock(), PATIENCE_MS);
  return { url: ownerUrl(config), store, named: NAMED_OBJECTS, passphrase: config.BACKUP_PASSPHRASE };
}

/** The store into which backups are copied; undefined where none is set. */
export function copyStore(config: Config): ObjectStore | undefined {
  const { BACKUP_COPY_URL } = config;
  if (BACKUP_COPY_URL === undefined) return undefined;
  const links = new LinkSigner(config.PUBLIC_URL, config.JWT_SECRET);
  return openStore({ ...config, STORAGE_URL: BACKUP_COPY_URL }, links, new Clock(), PATIENCE_MS);
}

/** The version of Lodge that runs, as package.json has it. */
export async function lodgeVersion(): Promise<string> {
  // As built it is one folder deeper.
  const up = import.meta.url.includes('/dist/') ? '../../' : '../';
  const file = await readFile(new URL(`${up}package.json`, import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
