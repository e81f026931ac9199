import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { Chromium } from '#libs/core/pdf/find-chromium';

const FOLDER = /^lodge-print-(\d+)-/;
const LAUNCH_MS = 20_000;

// A page is printed from what it holds. Should a request get past the page's own offline mode, it ends at a port where
// nobody listens, loopback included.
const ARGUMENTS = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-webgl',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--no-first-run',
];

export interface Started {
  browser: Browser;
  /** Removes what the browser left on the disk; a browser that dies does it by itself. */
  remove(): Promise<void>;
}

/** Starts Chromium with a temporary folder of its own. It ends when this process does, however it does. */
export async function startBrowser({ path, environment }: Chromium, sandbox: boolean): Promise<Started> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `lodge-print-${process.pid}-`));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  try {
    const browser = await puppeteer.launch({
      executablePath: path,
      args: [...ARGUMENTS, ...(sandbox ? [] : ['--no-sandbox'])],
      userDataDir: join(folder, 'profile'),
      env: { ...environment, HOME: folder, TMPDIR: folder, PATH: '/usr/bin:/bin' },
      pipe: true,
      timeout: LAUNCH_MS,
      protocolTimeout: 600_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.process()?.once('exit', () => void remove());
    return { browser, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The folders of processes that were killed before they could remove them. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(FOLDER.exec(name)?.[1] ?? process.pid);
    if (!lives(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
