import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Manifest, readManifest, type TableEntry } from '#libs/core/backup/manifest';
import { verifyObjects } from '#libs/core/backup/objects';
import { Meter } from '#libs/core/backup/table-rows';

/** The file of a table, unpacked through a meter. */
export const openTable = (folder: string, { name }: TableEntry): [Readable, ReturnType<typeof createGunzip>, Meter] => [
  createReadStream(join(folder, `${name}.copy.gz`)),
  createGunzip(),
  new Meter(),
];

/** @throws Error that names the table, when what was read is not what was written */
export function requireSame(entry: TableEntry, found: ReturnType<Meter['reading']>, where: string): void {
  if (found.rows !== entry.rows || found.bytes !== entry.bytes || found.sha256 !== entry.sha256) {
    throw new Error(
      `${entry.name}: ${where} has ${found.rows} rows (SHA-256 ${found.sha256.slice(0, 12)}...), the manifest says ${entry.rows} (${entry.sha256.slice(0, 12)}...).`,
    );
  }
}

/** Reads a whole backup and holds it against its manifest. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const entry of manifest.tables) {
    const [file, unpacked, meter] = openTable(folder, entry);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(file, unpacked, meter, nowhere).catch((error: Error) => {
      throw new Error(`${entry.name}: the file cannot be read (${error.message}).`);
    });
    requireSame(entry, meter.reading(), 'the file');
  }
  await verifyObjects(folder, manifest.files?.objects ?? []);
  return manifest;
}
