import type { Browser, Page } from 'puppeteer-core';

export interface Shown {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a spec reads whatever came back
  body: any;
  problem: string | null;
}

/** Swagger UI, used with a mouse and a keyboard; clicks and keys are counted. */
export class SwaggerPage {
  clicks = 0;
  keys = 0;
  readonly complaints: string[] = [];
  /** The selector of the operation that is open. */
  private block = '';

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, address: string, width = 1400): Promise<SwaggerPage> {
    const page = await (await browser.createBrowserContext()).newPage();
    const opened = new SwaggerPage(page);
    await page.setViewport({ width, height: width < 500 ? 844 : 950 });
    page.on('pageerror', (error) => opened.complaints.push(String(error)));
    page.on(
      'console',
      (message) => /Content Security Policy/.test(message.text()) && opened.complaints.push(message.text()),
    );
    await page.goto(`${address}/docs`);
    await page.waitForSelector('.opblock-tag');
    await page.waitForSelector('.lodge-form:not([hidden])');
    return opened;
  }

  said = (): Promise<string> => this.page.$eval('.lodge-said', (said) => said.textContent ?? '');
  /** The selector of something in the open operation. */
  within = (selector: string): string => `${this.block} ${selector}`;
  /** The value of a field of the open operation, after it was drawn and filled in. */
  async valueOf(selector: string): Promise<string> {
    await this.page.waitForSelector(this.within(selector));
    await this.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    return this.page.$eval(this.within(selector), (shown) => (shown as unknown as { value: string }).value); // prettier-ignore
  }
  parameter = (name: string): string => `tr[data-param-name="${name}"] input`;

  async click(selector: string): Promise<void> {
    this.clicks++;
    await this.page.click(selector);
  }

  async press(key: 'Enter' | 'ArrowDown' | 'Escape' | '/'): Promise<void> {
    this.keys++;
    await this.page.keyboard.press(key);
  }

  /** Types, in place of what stands there. */
  async type(selector: string, text: string): Promise<void> {
    this.clicks += 2;
    await this.page.click(selector, { count: 3 });
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.type('.lodge-form input[type=email]', email);
    await this.type('.lodge-form input[type=password]', password);
    await this.press('Enter');
    await this.page.waitForFunction(
      `document.querySelector('.lodge-said').textContent !== 'Log in to try the operations.'`,
    );
  }

  async logInAs(email: string, password: string): Promise<void> {
    await this.logIn(email, password);
    await this.page.waitForSelector('.lodge-sites:not([hidden])');
  }

  /** The operations that the search names for these words, the best first. */
  async search(words: string): Promise<string[]> {
    await this.click('#lodge-search');
    this.keys += words.length;
    await this.page.keyboard.type(words);
    return this.page.$$eval('#lodge-found li[role=option]', (found) => found.map(({ id }) => id.replace('found-', '')));
  }

  /** Opens an operation that was found, by arrow keys and Enter. */
  async choose(operation: string, found: string[]): Promise<void> {
    for (let steps = found.indexOf(operation); steps > 0; steps--) await this.press('ArrowDown');
    await this.press('Enter');
    this.block = `.opblock[id$="-${operation}"]`;
    await this.page.waitForFunction(`document.activeElement?.closest('${this.block.replaceAll('"', '\\"')}')`);
  }

  async find(words: string, operation: string): Promise<void> {
    await this.choose(operation, await this.search(words));
  }

  /** Chooses an entry of a list by a part of its text. */
  async pick(selector: string, text: string): Promise<void> {
    this.clicks += 2;
    const within = this.within(selector);
    await this.page.waitForSelector(within);
    const value = await this.page.$$eval(`${within} option`, (options, part) => (options as unknown as { value: string; textContent: string }[]).find(({ textContent }) => textContent.includes(part))?.value, text); // prettier-ignore
    if (value === undefined) throw new Error(`No "${text}" in ${selector}`);
    await this.page.select(within, value);
  }

  /** The list next to a field of the form above the JSON, or the field itself. */
  field = (name: string, kind: 'select' | 'input' = 'select'): string => `[data-field="${name}"] ${kind}`;

  async chooseFile(path: string): Promise<void> {
    this.clicks++;
    const selector = this.within('input[type=file]');
    await this.page.waitForSelector(selector);
    const [chooser] = await Promise.all([this.page.waitForFileChooser(), this.page.click(selector)]);
    await chooser.accept([path]);
  }

  async execute(): Promise<Shown> {
    const button = this.within('.execute');
    const isFocused = await this.page.$eval(button, (execute) => execute.matches(':focus'));
    if (isFocused) await this.press('Enter');
    else {
      // A click, but what is above the button may still grow, so that a mouse would miss it.
      this.clicks++;
      await this.page.focus(button);
      await this.page.keyboard.press('Enter');
    }
    return this.read();
  }

  private async read(): Promise<Shown> {
    await this.page.waitForFunction(`document.activeElement?.matches('.lodge-live')`, { timeout: 60_000 });
    return this.page.$eval(this.block, (block) => {
      const text = block.querySelector('.live-responses-table .highlight-code pre')?.textContent ?? '';
      const status = Number(block.querySelector('.live-responses-table tr.response .response-col_status')?.textContent);
      const problem = block.querySelector('.lodge-problem p')?.textContent ?? null;
      return { status, problem, body: /^\s*[{[]/.test(text) ? (JSON.parse(text) as unknown) : text };
    });
  }
}
