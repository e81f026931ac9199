import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, lstat, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DomainError, NotInstalled } from '#libs/core/errors/domain-error';

/** A browser that can be started. */
export interface Chromium {
  path: string;
  environment: Record<string, string>;
}

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const HOW_TO_GET_ONE =
  'Documents are printed by Chromium, and there is none here. Install one (Debian, Ubuntu: apt-get install chromium; ' +
  'macOS: Google Chrome) or name one in CHROMIUM_PATH, then restart the worker.';

const isThere = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * The Chromium to print with: the configured one, one of the system, or the one of an npm package.
 * @throws DomainError `dependency_unavailable` that says how to get one
 */
export async function findChromium(configured: string | undefined, places = USUAL_PLACES): Promise<Chromium> {
  for (const path of configured ? [configured] : places) if (await isThere(path)) return { path, environment: {} };
  if (configured) throw new NotInstalled('CHROMIUM_PATH names no program that can be run.');
  const unpacked = process.platform === 'linux' && process.arch === 'x64' ? await unpackChromium() : undefined;
  if (!unpacked) throw new NotInstalled(HOW_TO_GET_ONE);
  return unpacked;
}

const PACKAGE = '@sparticuz/chromium';
// The package unpacks all its libraries only where it believes to be on Lambda, and always into the temporary folder.
const UNPACK = `import(${JSON.stringify(PACKAGE)}).then(({ default: chromium }) => chromium.executablePath())`;

async function unpackChromium(): Promise<Chromium | undefined> {
  const version = packageVersion();
  if (!version) return undefined;
  const home = await privateFolder(join(tmpdir(), `lodge-chromium-${userInfo().uid}`));
  const folder = join(home, version);
  if (!(await isThere(join(folder, 'chromium')))) {
    const draft = await mkdtemp(join(home, 'draft-'));
    const env = { TMPDIR: draft, HOME: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], { env, timeout: 60_000 });
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsOf(folder));
    // The first process wins; what others unpacked at the same time is removed.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const environment = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return { path: join(folder, 'chromium'), environment };
}

// The package's own names only folders that are not here, and without any font at all Chromium prints nothing.
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, 'fonts', 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>
`;

function packageVersion(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return (require(join(dirname(require.resolve(PACKAGE)), '../../package.json')) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** A program is run from there, so no other user may have put it there. */
async function privateFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0)
    throw new DomainError(
      'dependency_unavailable',
      `${path} belongs to somebody else. Remove it, or set CHROMIUM_PATH.`,
    );
  return path;
}
