import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checksums, isSameSignature, type Seal, sealWith } from '#libs/core/backup/seal';
import { KEY } from '#libs/core/storage/object-store';

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});

const object = z.object({ key: z.string().regex(KEY), bytes: z.number(), sha256: z.string() });

/** What a backup holds. It is written last: a folder without one is not a backup. */
const manifest = z.object({
  /** 1: of releases that did not sign it. */
  format: z.union([z.literal(1), z.literal(2)]),
  made_at: z.string(),
  lodge_version: z.string(),
  postgres_version: z.string(),
  /** How the files are encrypted; null when they are not. */
  encryption: z.object({ cipher: z.literal('aes-256-gcm'), kdf: z.literal('scrypt'), salt: z.string() }).nullable().default(null), // prettier-ignore
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** The objects that the rows name, and the keys of those that were lost before; null in backups of the first release. */
  files: z.object({ objects: z.array(object), lost: z.array(z.string()) }).nullable(),
});

export type Manifest = z.infer<typeof manifest>;
export type ObjectEntry = z.infer<typeof object>;
export type TableEntry = z.infer<typeof table>;

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.signature';

/** The seal for a new backup. */
export const newSeal = (passphrase: string | undefined): Seal => (passphrase ? sealWith(passphrase) : checksums);

export async function writeManifest(folder: string, content: Manifest, seal: Seal): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  await writeFile(join(folder, SIGNATURE), `${seal.signature(text)}\n`, { mode: 0o600 });
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600 });
}

function parsed(folder: string, text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new Error(`${folder} was made by another version of Lodge, or its ${MANIFEST} is damaged.`);
  }
}

/**
 * The manifest of a backup, and the seal that opens its files. With a passphrase, only what was signed with it is taken.
 * @throws Error with a sentence when the folder has no manifest, or one of another format, or one that is not signed as it must be
 */
export async function readManifest(folder: string, passphrase?: string): Promise<[Manifest, Seal]> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup: it has no ${MANIFEST}.`);
  });
  const content = parsed(folder, text);
  const salt = content.encryption?.salt;
  if (salt && !passphrase)
    throw new Error(`${folder} is encrypted: set BACKUP_PASSPHRASE to the one it was made with.`);
  if (!salt && passphrase)
    throw new Error(
      `${folder} is not signed with BACKUP_PASSPHRASE. Unset it to take a backup that was made without one.`,
    );
  const seal = salt && passphrase ? sealWith(passphrase, salt) : checksums;
  const signature = await readFile(join(folder, SIGNATURE), 'utf8').catch(() => '');
  if ((content.format > 1 || salt) && !isSameSignature(signature, seal.signature(text))) {
    const why = salt ? 'was changed, or BACKUP_PASSPHRASE is another one' : 'was changed';
    throw new Error(`${folder} is not as it was made: its ${MANIFEST} ${why}.`);
  }
  return [content, seal];
}
