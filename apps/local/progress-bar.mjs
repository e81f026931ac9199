// How far `npm start` is, over all of its stages. Plain JavaScript without dependencies, since it is at work before anything is installed.

// By the time that each takes on a first start.
const WEIGHTS = { packages: 55, build: 30, start: 15 };
const WIDTH = 24;
const LOG_EVERY_PERCENT = 20;

export class ProgressBar {
  #out;
  #stages = ['start'];
  #percent = 0;
  #logged = 0;
  #isShown = false;

  constructor(out = process.stdout) {
    this.#out = out;
  }

  /** Which stages there will be, in their order. */
  plan(stages) {
    this.#stages = stages;
  }

  /** The share of a stage that is done, from 0 to 1: one living line on a terminal, a line now and then in a log. It never goes back. */
  show(stage, share, text) {
    const weight = (names) => names.reduce((sum, name) => sum + WEIGHTS[name], 0);
    const before = this.#stages.slice(0, this.#stages.indexOf(stage));
    const done = (weight(before) + WEIGHTS[stage] * Math.min(share, 1)) / weight(this.#stages);
    this.#percent = Math.max(this.#percent, Math.floor(done * 100));
    if (this.#out.isTTY) this.#draw(text);
    else if (this.#percent - this.#logged >= LOG_EVERY_PERCENT || this.#percent === 100) this.#log(text);
  }

  /** Writes lines that stay, above the bar. */
  write(text) {
    this.clear();
    this.#out.write(text);
  }

  clear() {
    if (this.#isShown) this.#out.write('\r\u001b[2K');
    this.#isShown = false;
  }

  #log(text) {
    if (this.#logged === 100) return;
    this.#logged = this.#percent;
    this.#out.write(`${this.#line(text)}\n`);
  }

  #draw(text) {
    this.#out.write(`\r\u001b[2K${this.#line(text).slice(0, (this.#out.columns || 80) - 1)}`);
    this.#isShown = true;
  }

  #line(text) {
    const full = Math.round((this.#percent / 100) * WIDTH);
    return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${String(this.#percent).padStart(3)} %  ${text}`;
  }
}

/** The one of this process: installing, building and starting share it. */
export const bar = new ProgressBar();
