import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const FILE = 'settings.json';
const homeOf = (): string => resolve(process.env.LODGE_HOME ?? '.lodge');

/** Writes the settings of the Lodge that runs in a folder, for the operator's commands. They hold secrets. */
export async function keepLocalSettings(home: string, settings: Record<string, string>): Promise<void> {
  const file = join(home, FILE);
  await writeFile(`${file}.draft`, JSON.stringify(settings, null, 1), { mode: 0o600 });
  await rename(`${file}.draft`, file);
}

/** Forgets them when that Lodge stops: its database has another port at the next start. */
export const dropLocalSettings = (home: string): Promise<void> => rm(join(home, FILE), { force: true });

/** The settings of the Lodge that `npm start` runs in LODGE_HOME (default: .lodge); undefined when none runs there. */
export function readLocalSettings(): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(join(homeOf(), FILE), 'utf8')) as Record<string, string>;
  } catch {
    return undefined;
  }
}

/** Makes the operator's commands work on that Lodge, unless they are given another database. */
export function loadLocalSettings(): void {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return;
  for (const [name, value] of Object.entries(readLocalSettings() ?? {})) process.env[name] ??= value;
}
