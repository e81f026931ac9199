import { LocalError } from '#apps/local/local-error';
import { tryLock } from '#start/folder-lock';

/** Lets one Lodge run on a data folder; returns what ends this. @throws LocalError when another one runs */
export async function acquireLock(file: string, url: string): Promise<() => Promise<void>> {
  const { release, holder } = await tryLock(file, { pid: process.pid, url });
  if (release) return async () => release();
  throw new LocalError(
    `Lodge is running on this folder already, at ${holder.url} (process ${holder.pid}). Stop it first, or set LODGE_HOME to another folder.`,
  );
}
