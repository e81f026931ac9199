import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LocalError } from '#apps/local/local-error';
import type { PostgresHome } from '#apps/local/postgres-home';
import { causeIn, runProgram } from '#apps/local/postgres-programs';

const FLAGS = ['--username=lodge', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'];

/** Makes the data directory unless there is one. */
export async function createClusterOnce(home: PostgresHome, password: string, durable: boolean): Promise<void> {
  if (existsSync(home.data)) return;
  await removeDrafts(home);
  // Made in another folder and then moved, so that a creation that was killed half-way never looks like data.
  const draft = `${home.data}-${randomBytes(4).toString('hex')}`;
  const secret = `${draft}.password`;
  try {
    await writeFile(secret, password, { mode: 0o600 });
    if (home.account) await chown(secret, home.account.uid, home.account.gid);
    await runProgram(home, 'initdb', ['-D', draft, `--pwfile=${secret}`, ...FLAGS, ...(durable ? [] : ['--no-sync'])]);
    await rename(draft, home.data);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new LocalError(
      `PostgreSQL could not make its data folder ${home.data}: ${causeIn(stderr || message)}. Put that right and start again.`,
    );
  } finally {
    await rm(secret, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeDrafts(home: PostgresHome): Promise<void> {
  const folder = dirname(home.data);
  for (const name of await readdir(folder)) {
    if (name.startsWith('data-')) await rm(join(folder, name), { recursive: true, force: true });
  }
}
