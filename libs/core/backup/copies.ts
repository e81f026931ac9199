import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type ObjectStore, readAll } from '#libs/core/storage/object-store';

// A store takes whole objects, and a table may be larger than memory.
const PART_BYTES = 16 * 1_048_576;
const MOST_INDEX_BYTES = 256 * 1_048_576;
const PLACE = 'backups';

const indexSchema = z.object({
  files: z.array(
    z.object({ path: z.string().regex(/^(?!.*(^|\/)\.\.?(\/|$))[^/\0][^\0]*$/), parts: z.number().int().min(0) }),
  ),
});

const indexOf = (name: string): string => `${PLACE}/${name}/index.json`;
const partOf = (name: string, file: number, part: number): string => `${PLACE}/${name}/${file}-${part}.part`;

/** Copies a finished backup into a store, its index last: what has none was broken off, and is written over by the next try. */
export async function copyBackup(store: ObjectStore, folder: string, name: string): Promise<void> {
  const from = join(folder, name);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => relative(from, join(each.parentPath, each.name)));
  const files: { path: string; parts: number }[] = [];
  for (const [number, path] of paths.sort().entries()) {
    let parts = 0;
    const stream = createReadStream(join(from, path), { highWaterMark: PART_BYTES });
    for await (const part of stream) await store.put(partOf(name, number, parts++), part as Buffer);
    files.push({ path, parts });
  }
  await store.put(indexOf(name), Buffer.from(JSON.stringify({ files })));
}

/** The names of the whole backups in a store, the oldest first. */
export async function listCopies(store: ObjectStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of store.list(`${PLACE}/`)) {
    const [, name] = /^backups\/(lodge-\d{14})\/index\.json$/.exec(key) ?? [];
    if (name) names.push(name);
  }
  return names.sort();
}

/**
 * Brings a copy back as the folder of a backup. What is in it is compared with its manifest when it is restored.
 * @returns the folder
 * @throws Error when the store has no whole backup of that name
 */
export async function fetchCopy(store: ObjectStore, name: string, into: string): Promise<string> {
  const index = await readAll(store, indexOf(name), MOST_INDEX_BYTES);
  if (!index) throw new Error(`The store has no whole backup ${name}.`);
  const { files } = indexSchema.parse(JSON.parse(index.toString('utf8')));
  const [folder, unfinished] = [join(into, name), join(into, `${name}.unfinished`)];
  await rm(unfinished, { recursive: true, force: true });
  for (const [number, { path, parts }] of files.entries()) {
    const to = join(unfinished, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(partsOf(store, name, number, parts)),
      createWriteStream(to, { mode: 0o600, flush: true }),
    );
  }
  await rename(unfinished, folder);
  return folder;
}

async function* partsOf(store: ObjectStore, name: string, file: number, parts: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part++) {
    const bytes = await readAll(store, partOf(name, file, part), PART_BYTES);
    if (!bytes) throw new Error(`The copy of ${name} is not whole: the store has not all of its parts.`);
    yield bytes;
  }
}

/** Removes a copy, its index first: what is left when that breaks off counts as none, and goes the next time. */
export async function removeCopies(store: ObjectStore, isOld: (name: string) => boolean): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(`${PLACE}/`)) {
    const [, name] = /^backups\/(lodge-\d{14})\//.exec(key) ?? [];
    if (name && isOld(name)) keys.push(key);
  }
  const isIndex = (key: string): number => (key.endsWith('/index.json') ? 0 : 1);
  for (const key of keys.sort((one, other) => isIndex(one) - isIndex(other))) await store.remove(key);
}
