import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { ObjectEntry } from '#libs/core/backup/manifest';
import type { Seal } from '#libs/core/backup/seal';
import { Meter } from '#libs/core/backup/table-rows';
import type { ObjectStore } from '#libs/core/storage/object-store';

const AT_ONCE = 8;
const pathOf = (folder: string, key: string): string => join(folder, 'objects', ...key.split('/'));

async function inTurns<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(AT_ONCE);
  return Promise.all(items.map((item) => limit(() => work(item))));
}

/** Copies objects of the store into the folder of a backup, each once, however often it is requested. */
export class ObjectCopies {
  private readonly copied = new Map<string, ObjectEntry>();

  constructor(
    private readonly store: ObjectStore,
    private readonly folder: string,
    private readonly seal: Seal,
  ) {}

  /** @returns the keys of which the store has nothing */
  async copy(keys: string[]): Promise<string[]> {
    const there = await inTurns(keys, async (key) => this.copied.has(key) || this.copyOne(key));
    return keys.filter((_, index) => !there[index]);
  }

  /** Keeps the copies of these keys only. @returns what they are, by key */
  async keep(keys: string[]): Promise<ObjectEntry[]> {
    const wanted = new Set(keys);
    for (const key of this.copied.keys()) if (!wanted.has(key)) await rm(pathOf(this.folder, key));
    const entries = [...wanted].map((key) => this.copied.get(key)).filter((entry) => entry !== undefined);
    return entries.sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  private async copyOne(key: string): Promise<boolean> {
    const body = await this.store.read(key);
    if (!body) return false;
    const path = pathOf(this.folder, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const meter = new Meter();
    await pipeline([body, meter, ...this.seal.closing(key), createWriteStream(path, { mode: 0o600, flush: true })]);
    const { bytes, sha256 } = meter.reading();
    this.copied.set(key, { key, bytes, sha256 });
    return true;
  }
}

/** Reads every object of a backup. @throws Error that names the object which is not what was written */
export async function verifyObjects(folder: string, entries: ObjectEntry[], seal: Seal): Promise<void> {
  await inTurns(entries, async (entry) => {
    const found = await measure(...opened(folder, entry, seal)).catch((error: Error) => {
      throw new Error(`${entry.key}: the file cannot be read (${error.message}).`);
    });
    if (!isSame(entry, found)) throw new Error(`${entry.key}: the file is not the one that the manifest names.`);
  });
}

/**
 * Puts every object of a backup that the store does not have, and reads it back. Keys are never used again, so that
 * what the live rows name stays as it is.
 * @returns how many had to be put
 */
export async function restoreObjects(
  store: ObjectStore,
  folder: string,
  entries: ObjectEntry[],
  seal: Seal,
): Promise<number> {
  const put = await inTurns(entries, async (entry) => {
    if (await has(store, entry)) return false;
    await store.put(entry.key, await contentOf(folder, entry, seal));
    if (!(await has(store, entry))) throw new Error(`${entry.key}: the store does not give back what was put.`);
    return true;
  });
  return put.filter(Boolean).length;
}

async function has(store: ObjectStore, entry: ObjectEntry): Promise<boolean> {
  const body = await store.read(entry.key);
  return body !== undefined && isSame(entry, await measure(body));
}

const opened = (folder: string, { key }: ObjectEntry, seal: Seal): [Readable, ...Transform[]] => [
  createReadStream(pathOf(folder, key)),
  ...seal.opening(key),
];

async function contentOf(folder: string, entry: ObjectEntry, seal: Seal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const kept = new Writable({ write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()) });
  await pipeline([...opened(folder, entry, seal), kept]);
  return Buffer.concat(chunks);
}

async function measure(...body: [Readable, ...Transform[]]): Promise<ReturnType<Meter['reading']>> {
  const meter = new Meter();
  await pipeline([...body, meter, new Writable({ write: (_chunk, _encoding, done) => done() })]);
  return meter.reading();
}

const isSame = (entry: ObjectEntry, found: Pick<ObjectEntry, 'bytes' | 'sha256'>): boolean =>
  entry.bytes === found.bytes && entry.sha256 === found.sha256;
