import { createHmac, randomBytes } from 'node:crypto';
import { access, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
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
  if (kept) return readSecrets(kept, file);
  const secrets = {
    postgresPassword: randomBytes(24).toString('base64url'),
    jwtSecret: randomBytes(32).toString('base64url'),
  };
  // Moved into place: a start that is killed here must not leave half of them.
  await writeFile(`${file}.draft`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.draft`, file);
  return secrets;
}

/** The address of a database for api and worker, which do not own it. Their password follows from the owner's. */
export function applicationUrl(ownerUrl: string, { postgresPassword }: Secrets): string {
  const url = new URL(ownerUrl);
  url.username = 'lodge_app';
  url.password = createHmac('sha256', postgresPassword).update(url.username).digest('base64url');
  return url.href;
}

function readSecrets(text: string, file: string): Secrets {
  try {
    return JSON.parse(text) as Secrets;
  } catch {
    throw new LocalError(`The file ${file} is damaged. Restore it, or delete its folder to begin anew.`);
  }
}
