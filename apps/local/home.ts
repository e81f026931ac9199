import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LocalError } from '#apps/local/local-error';

export interface Secrets {
  postgresPassword: string;
  jwtSecret: string;
}

/** The folder that keeps everything of a local Lodge: its data, secrets, mails and log. */
export async function openHome(): Promise<string> {
  const home = resolve(process.env.LODGE_HOME ?? '.lodge');
  try {
    await mkdir(join(home, 'mail'), { recursive: true });
    await access(home, constants.W_OK);
    return home;
  } catch (error) {
    throw new LocalError(
      `The folder ${home} cannot be written (${(error as NodeJS.ErrnoException).code}). Set LODGE_HOME to one that can.`,
    );
  }
}

/** The secrets of this folder, made once and kept. */
export async function keepSecrets(home: string): Promise<Secrets> {
  const file = join(home, 'secrets.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept) return JSON.parse(kept) as Secrets;
  const secrets = {
    postgresPassword: randomBytes(24).toString('base64url'),
    jwtSecret: randomBytes(32).toString('base64url'),
  };
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
