import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.js';

const FOLDER = '/tmp/lodge-test-mail';

/** The next mail to a person, which `act` causes, as it was sent; lines that the encoding broke are whole again. */
export async function nextMailTo(email: string, act: () => Promise<unknown>): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const before = new Set(await readdir(FOLDER));
  await act();
  let mail: string | undefined;
  await until(async () => {
    for (const file of (await readdir(FOLDER)).filter((name) => !before.has(name))) {
      // Lines of a text that are broken softly; not the last one of a file in base64.
      const raw = (await readFile(join(FOLDER, file), 'utf8')).replaceAll(/=\r\n(?!--)/g, '');
      if (raw.includes(`To: ${email}\r\n`)) mail = raw;
    }
    return mail !== undefined;
  });
  return mail ?? '';
}

/** The token of the next mail to a person, which `act` causes. Its link begins with `link`. */
export async function tokenOfNextMail(
  email: string,
  act: () => Promise<unknown>,
  link = 'http://localhost/reset-password#',
): Promise<string> {
  return (await nextMailTo(email, act)).split(link)[1]?.split(/\s/)[0] ?? '';
}
