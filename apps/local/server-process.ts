import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ready } from '#apps/local/say';

interface Message {
  step?: string;
  ready?: Ready;
  failed?: string;
}

const SCRIPT = fileURLToPath(new URL('./server.js', import.meta.url));
// One person on one machine, and `npm run demo`, which does in minutes what a house does in a year.
const UNHURRIED = { RATE_LIMIT_SESSION_PER_MINUTE: '0', RATE_LIMIT_BULK_PER_MINUTE: '0' };
// As in the image.
const YOUNG_GENERATION = ['--max-semi-space-size=32'];
const PATIENCE_MS = 25_000;
const LAST_LINES = 8;

/** The process that runs api and worker. It says what it does over a channel, and ends when the channel closes. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  private readonly logBegin: number;
  private isReady = false;
  private complaint: string | undefined;

  constructor(
    private readonly logFile: string,
    settings: Record<string, string>,
  ) {
    this.logBegin = existsSync(logFile) ? statSync(logFile).size : 0;
    const log = openSync(logFile, 'a');
    const env = { LOG_LEVEL: 'warn', ...UNHURRIED, ...process.env, ...settings };
    // A group of its own: a Ctrl-C would kill it before it can say that it ignores one. On Windows that opens a window.
    const detached = process.platform !== 'win32';
    const execArgv = [...process.execArgv, ...YOUNG_GENERATION];
    this.child = fork(SCRIPT, { env, detached, stdio: ['ignore', log, log, 'ipc'], execArgv });
    closeSync(log);
    this.gone = new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.once('error', (error) => {
        this.complaint ??= `Lodge could not start its server process: ${error.message}`;
        if (this.child.pid === undefined) resolve();
      });
    });
  }

  /** Resolves when it listens; with undefined when it died before. */
  ready(onStep: (step: string) => void): Promise<Ready | undefined> {
    return new Promise((resolve) => {
      this.child.on('message', ({ step, ready, failed }: Message) => {
        if (step) onStep(step);
        if (failed) this.complaint = failed;
        if (ready) this.isReady = true;
        if (ready) resolve(ready);
      });
      void this.gone.then(() => resolve(undefined));
    });
  }

  /** Resolves when the process has ended, with the reason as a sentence. */
  get death(): Promise<string> {
    return this.gone.then(() => this.complaint ?? this.describeDeath());
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS);
    await this.gone;
    clearTimeout(impatience);
  }

  private describeDeath(): string {
    if (this.isReady) return `Lodge stopped unexpectedly; its log may say why (${this.logFile}).`;
    const written = readFileSync(this.logFile).subarray(this.logBegin).toString().trim().split('\n');
    const said = process.env.DEBUG ? written : written.filter((line) => line && !/^\s+at /.test(line));
    const reason = `Lodge stopped while it started. Its log says why: ${this.logFile}`;
    return [reason, ...said.slice(-LAST_LINES).map((line) => `  ${line}`)].join('\n');
  }
}
