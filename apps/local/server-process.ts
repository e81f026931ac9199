import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ready } from '#apps/local/say';

interface Message {
  step?: string;
  ready?: Ready;
  failed?: string;
}

const SCRIPT = fileURLToPath(new URL('./server.js', import.meta.url));
const PATIENCE_MS = 25_000;

/** The process that runs api and worker. It says what it does over a channel, and ends when the channel closes. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private stopping = false;
  private complaint: string | undefined;

  constructor(
    private readonly logFile: string,
    settings: Record<string, string>,
  ) {
    const log = openSync(logFile, 'a');
    const env = { LOG_LEVEL: 'warn', ...process.env, ...settings };
    this.child = fork(SCRIPT, { env, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
  }

  /** Resolves when it listens; with undefined when it died before. */
  ready(onStep: (step: string) => void): Promise<Ready | undefined> {
    return new Promise((resolve) => {
      this.child.on('message', ({ step, ready, failed }: Message) => {
        if (step) onStep(step);
        if (failed) this.complaint = failed;
        if (ready) resolve(ready);
      });
      this.child.once('exit', () => resolve(undefined));
    });
  }

  /** Calls back when the process ends without having been asked to. */
  onDeath(report: (reason: string) => void): void {
    this.child.once('exit', () => {
      if (!this.stopping) report(this.complaint ?? `Lodge stopped unexpectedly. Its log says why: ${this.logFile}`);
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS);
    await gone;
    clearTimeout(impatience);
  }
}
