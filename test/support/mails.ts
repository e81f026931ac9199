import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.js';

const FOLDER = '/tmp/lodge-test-mail';

/** The token of the next mail to somebody, which `act` causes. Its link begins with `link`. */
export async function tokenOfNextMail(
  email: string,
  act: () => Promise<unknown>,
  link = 'http://localhost/reset-password#',
): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const before = new Set(await readdir(FOLDER));
  await act();
  let token: string | undefined;
  await until(async () => {
    for (const file of (await readdir(FOLDER)).filter((name) => !before.has(name))) {
      const raw = (await readFile(join(FOLDER, file), 'utf8')).replaceAll('=\r\n', '');
      if (raw.includes(`To: ${email}\r\n`)) token = raw.split(link)[1]?.split(/\s/)[0];
    }
    return token !== undefined;
  });
  return token ?? '';
}
