import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findHome } from '#apps/local/postgres-home';
import { type PostgresServer, startPostgres } from '#apps/local/postgres-server';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A PostgreSQL of its own that keeps what it has acknowledged when it is killed; a restart gives it another port. */
export class OwnPostgres {
  private server: PostgresServer | undefined;

  constructor(
    private readonly directory: string,
    private readonly settings: Record<string, string> = {},
  ) {}

  async start(): Promise<string> {
    const settings = { synchronous_commit: 'on', max_connections: '100', autovacuum: 'on', ...this.settings };
    this.server = await startPostgres({ directory: this.directory, password: 'test', durable: false, settings });
    return this.url;
  }

  get url(): string {
    if (!this.server) throw new Error('PostgreSQL was never started');
    return this.server.url('lodge');
  }

  async make(): Promise<void> {
    const client = new pg.Client(this.server?.url('postgres'));
    await client.connect();
    await client.query('CREATE DATABASE lodge');
    await client.end();
  }

  /** The postmaster, and with it in time all that it has started. */
  async pids(): Promise<number[]> {
    const { data } = await findHome(this.directory);
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = stdout.trim().split('\n').map((row) => row.trim().split(/\s+/).map(Number)); // prettier-ignore
    return [postmaster, ...rows.filter(([, parent]) => parent === postmaster).map(([pid]) => pid as number)];
  }

  /** Whether the postmaster is there, also while it recovers. */
  isRunning = async (): Promise<boolean> => (await this.server?.listens()) ?? false;

  /** `SIGKILL` of the postmaster; its processes end by themselves when they see that it is gone. */
  async kill(): Promise<void> {
    const pids = await this.pids();
    process.kill(pids[0] as number, 'SIGKILL');
    await until(() => !pids.some(isAlive), 20);
  }

  /** Stops the processes it has now for a while: they keep their connections and say nothing. */
  async freeze(ms: number): Promise<void> {
    const pids = await this.pids();
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGSTOP');
    await sleep(ms);
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of its own that keeps nothing when it is killed. */
export class OwnRedis {
  private child: ChildProcess | undefined;
  private port: number | undefined;

  async start(): Promise<string> {
    const port = (this.port ??= await freePort());
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    this.child.stdout?.on('data', (piece) => (said += String(piece)));
    await until(() => said.includes('Ready to accept connections'), 20);
    return `redis://127.0.0.1:${port}`;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
