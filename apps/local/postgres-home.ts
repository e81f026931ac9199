import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalError } from '#apps/local/local-error';
import { copyNative, findNative } from '#apps/local/postgres-binaries';

const run = promisify(execFile);
// Not /var/tmp: systemd deletes files there that were not used for a month, and everybody may write there.
const REFUGE = '/var/lib/lodge';

export interface Account {
  uid: number;
  gid: number;
}

/** Where PostgreSQL's programs and data are, and the user that runs them. */
export interface PostgresHome {
  bin: string;
  /** The data directory; its parent exists and belongs to the account. */
  data: string;
  /** Only for root, as whom PostgreSQL refuses to run. */
  account: Account | undefined;
}

/**
 * Finds a home for PostgreSQL. Root gives it an account without rights; what that cannot reach, because it lies below a
 * private folder, moves to a system folder.
 */
export async function findHome(directory: string): Promise<PostgresHome> {
  const native = await findNative();
  await makeFolder(directory);
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), data: join(directory, 'data'), account: undefined };
  const account = (await ownerOf(join(directory, 'data'))) ?? (await quietAccount());
  const programs = (await canRun(native, account)) ? native : await copyNative(native, await openRefuge());
  await chown(directory, account.uid, account.gid);
  if (await canEnter(directory, account)) return { bin: join(programs, 'bin'), data: join(directory, 'data'), account };
  return { bin: join(programs, 'bin'), ...(await moveToRefuge(directory, account)) };
}

async function moveToRefuge(directory: string, account: Account): Promise<{ data: string; account: Account }> {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  const folder = join(await openRefuge(), name);
  const data = join(folder, 'data');
  const owner = (await ownerOf(data)) ?? account;
  await makeFolder(folder);
  await chown(folder, owner.uid, owner.gid);
  return { data, account: owner };
}

async function openRefuge(): Promise<string> {
  await makeFolder(REFUGE);
  await chmod(REFUGE, 0o755);
  return REFUGE;
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new LocalError(
      `The folder ${folder} cannot be made (${error.code}). Set LODGE_HOME to a folder that can be written.`,
    );
  });
}

// Data that an earlier start made as a user, or before there was a user postgres, stays its owner's.
async function ownerOf(data: string): Promise<Account | undefined> {
  const found = await stat(data).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function quietAccount(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find(([user]) => user === name)).find(Boolean);
  if (!found)
    throw new LocalError(
      'PostgreSQL does not run as root, and there is no user postgres or nobody. Start Lodge as another user.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

const canRun = (native: string, account: Account): Promise<boolean> =>
  succeeds(join(native, 'bin/postgres'), ['--version'], account);

const canEnter = (directory: string, account: Account): Promise<boolean> =>
  succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], account);

const succeeds = (program: string, args: string[], account: Account): Promise<boolean> =>
  run(program, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
