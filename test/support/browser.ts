import puppeteer, { type Browser } from 'puppeteer-core';
import { findChromium } from '#libs/core/pdf/find-chromium';

/** A real browser, to use the pages as people do. Unlike the one that prints, it reaches this machine. */
export async function openBrowser(): Promise<Browser> {
  const { path, environment } = await findChromium(process.env.CHROMIUM_PATH);
  return puppeteer.launch({
    executablePath: path,
    env: { ...process.env, ...environment } as Record<string, string>,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    pipe: true,
  });
}
