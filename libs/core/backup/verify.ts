import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Manifest, readManifest, type TableEntry } from '#libs/core/backup/manifest';
import { verifyObjects } from '#libs/core/backup/objects';
import type { Seal } from '#libs/core/backup/seal';
import { fileOf, Meter } from '#libs/core/backup/table-rows';

/** The file of a table, opened and unpacked through a meter. */
export function openTable(folder: string, entry: TableEntry, seal: Seal): [(Readable | Transform)[], Meter] {
  const name = fileOf(entry);
  const meter = new Meter();
  return [[createReadStream(join(folder, name)), ...seal.opening(name), createGunzip(), meter], meter];
}

/** @throws Error that names the table, when what was read is not what was written */
export function requireSame(entry: TableEntry, found: ReturnType<Meter['reading']>, where: string): void {
  if (found.rows !== entry.rows || found.bytes !== entry.bytes || found.sha256 !== entry.sha256) {
    throw new Error(
      `${entry.name}: ${where} has ${found.rows} rows (SHA-256 ${found.sha256.slice(0, 12)}...), the manifest says ${entry.rows} (${entry.sha256.slice(0, 12)}...).`,
    );
  }
}

/** Reads a whole backup and holds it against its manifest. @throws Error that names what is not as it was written */
export async function verifyBackup(folder: string, passphrase?: string): Promise<[Manifest, Seal]> {
  const [manifest, seal] = await readManifest(folder, passphrase);
  for (const entry of manifest.tables) {
    const [streams, meter] = openTable(folder, entry, seal);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline([...streams, nowhere]).catch((error: Error) => {
      throw new Error(`${entry.name}: the file cannot be read (${error.message}).`);
    });
    requireSame(entry, meter.reading(), 'the file');
  }
  await verifyObjects(folder, manifest.files?.objects ?? [], seal);
  return [manifest, seal];
}
