import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Browser, PDFOptions } from 'puppeteer-core';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { startBrowser } from '#libs/core/pdf/browser-process';
import { findChromium } from '#libs/core/pdf/find-chromium';

const AT_ONCE = 2;
const JOBS_PER_BROWSER = 200;
const TIMEOUT_MS = 120_000;

export interface PrintOptions {
  /** Whether a screen reader gets headings, tables and order; it costs about a third more. */
  tagged?: boolean;
  /** Whether the paper shows through where nothing is printed. */
  transparent?: boolean;
  timeoutMs?: number;
}

interface Pooled {
  browser: Browser;
  printed: number;
  printing: number;
}

/**
 * Prints HTML to PDF by a warm Chromium. The page is offline and runs no scripts, and is gone afterwards. A browser that
 * died is replaced at the next print; one that has printed enough, or hangs, is too.
 */
@Injectable()
export class Printer implements OnModuleDestroy {
  private readonly logger = new Logger('printer');
  private current: Promise<Pooled> | undefined;
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws DomainError `dependency_unavailable` when there is no browser, Error when it died or took too long */
  async printPdf(
    html: string,
    { tagged = true, transparent = false, timeoutMs = TIMEOUT_MS }: PrintOptions = {},
  ): Promise<Buffer> {
    await this.takeTurn();
    try {
      const pooled = await this.take();
      try {
        return await withTimeout(pooled.browser, timeoutMs, () =>
          print(pooled.browser, html, { tagged, omitBackground: transparent }),
        );
      } finally {
        await this.giveBack(pooled);
      }
    } finally {
      this.busy--;
      this.waiting.shift()?.();
    }
  }

  async onModuleDestroy(): Promise<void> {
    const pooled = await this.current?.catch(() => undefined);
    this.current = undefined;
    await pooled?.browser.close();
  }

  private async takeTurn(): Promise<void> {
    if (this.busy >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.busy++;
  }

  private async take(): Promise<Pooled> {
    const pooled = await (this.current ??= this.start());
    pooled.printing++;
    pooled.printed++;
    if (pooled.printed >= JOBS_PER_BROWSER) this.current = undefined;
    return pooled;
  }

  private async giveBack(pooled: Pooled): Promise<void> {
    pooled.printing--;
    if (pooled.printing === 0 && pooled.printed >= JOBS_PER_BROWSER)
      await pooled.browser.close().catch(() => undefined);
  }

  private start(): Promise<Pooled> {
    const started: Promise<Pooled> = this.launch().then((browser) => {
      browser.once('disconnected', () => this.forget(started));
      return { browser, printed: 0, printing: 0 };
    });
    started.catch(() => this.forget(started));
    return started;
  }

  private forget(started: Promise<Pooled>): void {
    if (this.current === started) this.current = undefined;
  }

  private async launch(): Promise<Browser> {
    const chromium = await findChromium(this.config.CHROMIUM_PATH);
    // Chromium refuses its sandbox to root, and some systems refuse it to everybody else.
    if (process.getuid?.() === 0) return startBrowser(chromium, false);
    return startBrowser(chromium, true).catch(async (error: Error) => {
      this.logger.warn(`Chromium does not start in its sandbox, so it is started without: ${error.message}`);
      return startBrowser(chromium, false).catch((reason: Error) => {
        throw new DomainError('dependency_unavailable', `Chromium does not start: ${reason.message.split('\n')[0]}`);
      });
    });
  }
}

async function print(browser: Browser, html: string, options: PDFOptions): Promise<Buffer> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await Promise.all([page.setJavaScriptEnabled(false), page.setOfflineMode(true)]);
    await page.setContent(html, { waitUntil: 'load', timeout: 0 });
    const settings = { preferCSSPageSize: true, printBackground: true, outline: false, timeout: 0 };
    return Buffer.from(await page.pdf({ ...settings, ...options }));
  } finally {
    await context.close().catch(() => undefined);
  }
}

/** A page that hangs answers nothing, not even that it should close: the browser goes with it. */
async function withTimeout<T>(browser: Browser, ms: number, work: () => Promise<T>): Promise<T> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    browser.process()?.kill('SIGKILL');
  }, ms);
  try {
    return await work();
  } catch (error) {
    throw late ? new Error(`Printing took longer than ${ms} ms`) : error;
  } finally {
    clearTimeout(timer);
  }
}
