import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '#libs/core/time/clock';
import { newId } from '#libs/core/http/ids';
import {
  KEY,
  type ObjectStore,
  StorageFull,
  StorageUnavailable,
  type StoredObject,
  type UploadTerms,
} from '#libs/core/storage/object-store';
import type { LinkSigner } from '#libs/core/storage/signed-links';

const DRAFTS = '.drafts';
// Nobody is at a draft for so long.
const DRAFT_MS = 3_600_000;

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return undefined;
  throw error;
};

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const UNWRITABLE = new Set([
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ESTALE',
]);

/** What the disk says, as the state of the store; any other error is itself. */
const stateOf = (error: unknown): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (FULL.has(code)) return new StorageFull(error);
  return UNWRITABLE.has(code) ? new StorageUnavailable(error) : error;
};

/** Objects as files of a folder, for one machine. The api serves its signed links. */
export class FolderStore implements ObjectStore {
  private tidied: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly links: LinkSigner,
    private readonly clock: Clock,
    /** Below this number of free bytes the store counts as full. */
    private readonly minFree = 0,
  ) {}

  put(key: string, body: Buffer): Promise<void> {
    return this.receive(key, Readable.from([body]));
  }

  /** Like put, of what comes in; when that breaks off, nothing has happened. */
  async receive(key: string, body: Readable): Promise<void> {
    await this.write(key, body).catch((error: unknown) => Promise.reject(stateOf(error)));
  }

  private async write(key: string, body: Readable): Promise<void> {
    const path = this.pathOf(key);
    const draft = join(this.folder, DRAFTS, newId());
    await mkdir(dirname(draft), { recursive: true });
    await (this.tidied ??= this.removeLeftovers());
    try {
      await pipeline(body, createWriteStream(draft, { mode: 0o600 }));
      await mkdir(dirname(path), { recursive: true });
      // Moved into place, so that no reader sees half an object.
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async read(key: string): Promise<Readable | undefined> {
    // Opened here: a stream would report a missing file only later, as an event.
    const file = await open(this.pathOf(key)).catch(absent);
    return file && createReadStream('', { fd: file });
  }

  async find(key: string): Promise<StoredObject | undefined> {
    const found = await stat(this.pathOf(key)).catch(absent);
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async spend(key: string): Promise<void> {
    await mkdir(join(this.folder, DRAFTS), { recursive: true });
    await writeFile(this.spentOf(key), '', { mode: 0o600 });
    await this.remove(key);
  }

  /** Whether what came by a link was taken over already. */
  async isSpent(key: string): Promise<boolean> {
    return (await stat(this.spentOf(key)).catch(absent)) !== undefined;
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const names = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(absent);
    for (const entry of names ?? []) {
      const key = relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (!entry.isFile() || !key.startsWith(prefix) || !KEY.test(key)) continue;
      const found = await this.find(key);
      if (found) yield found;
    }
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await access(this.folder, constants.W_OK);
    const { bavail, bsize, files, ffree } = await statfs(this.folder);
    if (bavail * bsize < this.minFree || (files > 0 && ffree === 0)) throw new StorageFull();
  }

  signUpload(key: string, { contentType, maxBytes, seconds }: UploadTerms): Promise<string> {
    return Promise.resolve(this.links.sign({ method: 'PUT', key, expires: this.in(seconds), contentType, maxBytes }));
  }

  signDownload(key: string, seconds: number): Promise<string> {
    return Promise.resolve(this.links.sign({ method: 'GET', key, expires: this.in(seconds) }));
  }

  /** Files of processes that were killed while they wrote. */
  private async removeLeftovers(): Promise<void> {
    for (const name of await readdir(join(this.folder, DRAFTS))) {
      const draft = join(this.folder, DRAFTS, name);
      const found = await stat(draft).catch(absent);
      if (found && found.mtimeMs < Date.now() - DRAFT_MS) await rm(draft, { force: true });
    }
  }

  // Next to the drafts, and deleted with them: no link is as old by then.
  private spentOf(key: string): string {
    return join(this.folder, DRAFTS, `spent-${key.replaceAll('/', '-')}`);
  }

  private in(seconds: number): number {
    return Math.floor(this.clock.now().getTime() / 1000) + seconds;
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of an object`);
    return join(this.folder, ...key.split('/'));
  }
}
