const TERMINAL_MS = 200;
const LOG_MS = 10_000;

/** How far the work is, how fast it goes and how long it will take: one line on a terminal, a line now and then in a log. */
export class Progress {
  private done = 0;
  private readonly began = performance.now();
  private shown = performance.now();

  constructor(
    private readonly title: string,
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stdout,
  ) {}

  advance(): void {
    this.done++;
    if (performance.now() - this.shown >= (this.out.isTTY ? TERMINAL_MS : LOG_MS)) this.show();
  }

  finish(): void {
    this.show();
    if (this.out.isTTY) this.out.write('\n');
  }

  private show(): void {
    this.shown = performance.now();
    this.out.write(this.out.isTTY ? `\r\u001b[2K${this.line()}` : `${this.line()}\n`);
  }

  private line(): string {
    const seconds = (performance.now() - this.began) / 1000;
    const rate = this.done / Math.max(seconds, 0.001);
    const count = (value: number) => Math.round(value).toLocaleString('en');
    const rest =
      this.done < this.total ? `about ${durationOf((this.total - this.done) / rate)} left` : durationOf(seconds);
    return `${this.title}: ${count(this.done)} of ${count(this.total)}, ${count(rate)} a second, ${rest}`;
  }
}

/** Seconds in words: `48 s`, `3 min 20 s`. */
export function durationOf(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'an unknown time';
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
