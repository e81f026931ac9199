import type { Browser, Page, PDFOptions } from 'puppeteer-core';
import type { Started } from '#libs/core/pdf/browser-process';

const SETTINGS = { preferCSSPageSize: true, printBackground: true, outline: false, timeout: 0 };

/** A running browser, with an empty page that waits for the next print: opening one takes longer than printing it. */
export class WarmBrowser {
  /** How many prints it has begun, and how many it is at. */
  begun = 0;
  printing = 0;
  private spare: Promise<Page | undefined> | undefined;

  readonly browser: Browser;

  constructor(private readonly started: Started) {
    this.browser = started.browser;
  }

  /** A page that hangs does not respond, not even to a request to close: after this time the whole browser is ended. */
  async print(html: string, options: PDFOptions, timeoutMs: number): Promise<Buffer> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.browser.process()?.kill('SIGKILL');
    }, timeoutMs);
    try {
      return await this.printPage(html, options);
    } catch (error) {
      if (!late) throw error;
      // Until the connection is known to be dead, another caller would be given it.
      if (this.browser.connected) await new Promise((resolve) => this.browser.once('disconnected', resolve));
      throw new Error(`Printing took longer than ${timeoutMs} ms`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Opens the page for the next print while no print waits. */
  prepare(): void {
    this.spare ??= openPage(this.browser).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.browser.close().catch(() => undefined);
    await this.started.remove();
  }

  private async printPage(html: string, options: PDFOptions): Promise<Buffer> {
    const page = await this.acquirePage();
    try {
      await page.setContent(html, { waitUntil: 'load', timeout: 0 });
      return Buffer.from(await page.pdf({ ...SETTINGS, ...options }));
    } finally {
      // With its context goes everything that the page may have kept. Nobody has to wait for that.
      page
        .browserContext()
        .close()
        .catch(() => undefined);
    }
  }

  private async acquirePage(): Promise<Page> {
    const { spare } = this;
    this.spare = undefined;
    return (await spare) ?? openPage(this.browser);
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await Promise.all([page.setJavaScriptEnabled(false), page.setOfflineMode(true)]);
  return page;
}
