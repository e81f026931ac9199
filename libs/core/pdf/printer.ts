import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { startBrowser, type Started } from '#libs/core/pdf/browser-process';
import { findChromium } from '#libs/core/pdf/find-chromium';
import { WarmBrowser } from '#libs/core/pdf/warm-browser';

const AT_ONCE = 2;
const TIMEOUT_MS = 120_000;

export interface PrintOptions {
  /** Whether a screen reader gets headings, tables and order; it costs about a third more. */
  tagged?: boolean;
  /** Whether the paper shows through where nothing is printed. */
  transparent?: boolean;
  timeoutMs?: number;
}

/**
 * Prints HTML to PDF by a warm Chromium. The page is offline and runs no scripts, and is gone afterwards. A browser that
 * died is replaced at the next print; one that has printed enough, or hangs, is too.
 */
@Injectable()
export class Printer implements OnModuleDestroy {
  /** After this many prints a browser is replaced, which frees its memory. */
  printsPerBrowser = 200;
  private readonly logger = new Logger('printer');
  private current: Promise<WarmBrowser> | undefined;
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws DomainError `dependency_unavailable` when there is no browser, Error when it died or took too long */
  async printPdf(
    html: string,
    { tagged = true, transparent = false, timeoutMs = TIMEOUT_MS }: PrintOptions = {},
  ): Promise<Buffer> {
    await this.acquireSlot();
    try {
      const warm = await this.acquireBrowser();
      try {
        return await warm.print(html, { tagged, omitBackground: transparent }, timeoutMs);
      } finally {
        await this.releaseBrowser(warm);
      }
    } finally {
      this.busy--;
      this.waiting.shift()?.();
    }
  }

  async onModuleDestroy(): Promise<void> {
    const warm = await this.current?.catch(() => undefined);
    this.current = undefined;
    await warm?.close();
  }

  private async acquireSlot(): Promise<void> {
    if (this.busy >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.busy++;
  }

  private async acquireBrowser(): Promise<WarmBrowser> {
    const warm = await (this.current ??= this.start());
    warm.printing++;
    warm.begun++;
    if (warm.begun >= this.printsPerBrowser) this.current = undefined;
    return warm;
  }

  private async releaseBrowser(warm: WarmBrowser): Promise<void> {
    warm.printing--;
    if (warm.begun < this.printsPerBrowser) warm.prepare();
    else if (warm.printing === 0) await warm.close();
  }

  private start(): Promise<WarmBrowser> {
    const started: Promise<WarmBrowser> = this.launch().then((fresh) => {
      fresh.browser.once('disconnected', () => this.forget(started));
      return new WarmBrowser(fresh);
    });
    started.catch(() => this.forget(started));
    return started;
  }

  private forget(started: Promise<WarmBrowser>): void {
    if (this.current === started) this.current = undefined;
  }

  private async launch(): Promise<Started> {
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
