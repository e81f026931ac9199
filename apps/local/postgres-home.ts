import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalError } from '#apps/local/local-error';
import { copyNative, findNative } from '#apps/local/postgres-binaries';

const run = promisify(execFile);
const REFUGE = '/var/tmp';

/** Where PostgreSQL's programs and data are, and as whom they run. */
export interface PostgresHome {
  bin: string;
  /** The data directory; its parent exists and belongs to the account. */
  data: string;
  /** Only for root, as whom PostgreSQL refuses to run. */
  account: { uid: number; gid: number } | undefined;
}

/**
 * Finds a home for PostgreSQL. Root gives it an account without rights; when that cannot reach the project, because it
 * lies below a private folder, programs and data move to a system folder of their own.
 */
export async function findHome(directory: string): Promise<PostgresHome> {
  const native = await findNative();
  const account = process.getuid?.() === 0 ? await quietAccount() : undefined;
  await mkdir(directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new LocalError(
      `The folder ${directory} cannot be made (${error.code}). Set LODGE_HOME to a folder that can be written.`,
    );
  });
  if (!account) return { bin: join(native, 'bin'), data: join(directory, 'data'), account };
  if (await canReach(native, directory, account)) return settle(native, directory, account);
  const refuge = join(REFUGE, `lodge-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`);
  await mkdir(refuge, { recursive: true, mode: 0o755 });
  return settle(await copyNative(native, join(refuge, 'native')), join(refuge, 'postgres'), account);
}

async function settle(native: string, directory: string, account: { uid: number; gid: number }): Promise<PostgresHome> {
  await mkdir(directory, { recursive: true });
  await chown(directory, account.uid, account.gid);
  return { bin: join(native, 'bin'), data: join(directory, 'data'), account };
}

async function quietAccount(): Promise<{ uid: number; gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find(([user]) => user === name)).find(Boolean);
  if (!found)
    throw new LocalError(
      'PostgreSQL does not run as root, and there is no user postgres or nobody. Start Lodge as another user.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function canReach(native: string, directory: string, account: { uid: number; gid: number }): Promise<boolean> {
  try {
    await run(join(native, 'bin/pg_ctl'), ['--version'], account);
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
