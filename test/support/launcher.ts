import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** `npm start`, as a process of its own, on a data folder and a port of its own. */
export class Launcher {
  output = '';
  private readonly closed: Promise<unknown>;
  private constructor(readonly process: ChildProcess) {
    // Not before all that it printed is here.
    this.closed = once(process, 'close');
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (piece) => (this.output += String(piece)));
  }

  /** With the small sites of the demo only, unless `demo` is empty. */
  static start(home: string, port: number, demo = 'small'): Launcher {
    const env = { ...process.env, LODGE_HOME: home, PORT: String(port), DEMO_DATA: demo, NODE_OPTIONS: '' };
    // Detached: a group of its own, so that a Ctrl-C can be sent to all of it, as a terminal does.
    return new Launcher(spawn(process.execPath, ['apps/local/start.mjs'], { env, detached: true }));
  }

  async ready(): Promise<this> {
    for (let waited = 0; !this.output.includes('Lodge is ready'); waited += 50) {
      if (this.process.exitCode !== null || waited > 120_000) throw new Error(`not ready:\n${this.output}`);
      await sleep(50);
    }
    return this;
  }

  async gone(): Promise<number | null> {
    await this.closed;
    return this.process.exitCode;
  }

  ctrlC(): Promise<number | null> {
    process.kill(-(this.process.pid as number), 'SIGINT');
    return this.gone();
  }
}
