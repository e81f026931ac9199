import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
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
  format: z.literal(1),
  made_at: z.string(),
  lodge_version: z.string(),
  postgres_version: z.string(),
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

/** @throws Error with a sentence when the folder has no manifest, or one of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup: it has no ${MANIFEST}.`);
  });
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${folder} was made by another version of Lodge, or its ${MANIFEST} is damaged.`);
  return read.data;
}
