import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#libs/core/config/config';
import { newId } from '#libs/core/http/ids';
import { type ObjectStore, readAll, StorageUnavailable } from '#libs/core/storage/object-store';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { openStore } from '#libs/core/storage/storage.module';
import { Clock } from '#libs/core/time/clock';
import { type Finding, fault, ok } from '#apps/cli/doctor/finding';

const PATIENCE_MS = 10_000;
const PROBE = Buffer.from('A probe of doctor, to be removed.');

/** Whether files can be written, read and removed, by doing it. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const store = openStore(config, new LinkSigner(config.PUBLIC_URL, config.JWT_SECRET), new Clock());
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${PATIENCE_MS / 1000} s`);
  });
  try {
    await Promise.race([probe(store), late]);
    return [ok('Files can be stored, read and removed.')];
  } catch (error) {
    return [fault(`Files cannot be stored (${reason(error)})`, fixFor(config))];
  }
}

async function probe(store: ObjectStore): Promise<void> {
  const key = `doctor/${newId()}`;
  await store.put(key, PROBE);
  const found = await readAll(store, key, 2 * PROBE.length);
  await store.remove(key);
  if (!found?.equals(PROBE)) throw new Error('what is read is not what was written');
  if (await store.find(key)) throw new Error('what is removed is still there');
}

// A server may refuse with a code and no words.
const reason = (error: unknown): string => {
  const { code, message } = (error instanceof StorageUnavailable ? error.cause : error) as {
    code?: string;
    message?: string;
  };
  return [...new Set([code, message])].filter(Boolean).join(': ');
};

const fixFor = ({ STORAGE_URL }: Config): string =>
  STORAGE_URL.startsWith('s3:')
    ? 'Check STORAGE_URL: host, port, tls, key and secret, and that the key may write to, list and make the bucket.'
    : 'Check STORAGE_URL: the folder must be writable for the user that runs Lodge, and its disk not full.';
