import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalError } from '#apps/local/local-error';
import { findHome, type PostgresHome } from '#apps/local/postgres-home';

const run = promisify(execFile);
const HOST = '127.0.0.1';
const ATTEMPTS = 3;

export interface PostgresServer {
  port: number;
  /** The address of a database of it, with the password. */
  url(database: string): string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** A folder of its own. What is in it is used again. */
  directory: string;
  password: string;
  /** False: nothing is flushed to the disk, for tests. */
  durable: boolean;
}

/**
 * Starts the PostgreSQL that the npm package ships, as a daemon of its own, so that no signal meant for us reaches it.
 * One that a killed launcher left behind on the same data is stopped first.
 * @throws LocalError with one sentence
 */
export async function startPostgres({ directory, password, durable }: PostgresOptions): Promise<PostgresServer> {
  const home = await findHome(directory);
  if (!existsSync(home.data)) await create(home, password, durable);
  await stopLeftover(home);
  const port = await start(home, durable);
  return {
    port,
    url: (database) => `postgres://lodge:${encodeURIComponent(password)}@${HOST}:${port}/${database}`,
    stop: async () => void (await control(home, ['stop', '-m', 'fast', '-w', '-t', '60'])),
  };
}

async function create(home: PostgresHome, password: string, durable: boolean): Promise<void> {
  // Made beside and moved into place: a creation that was killed half-way never looks like data.
  const draft = `${home.data}-${randomBytes(4).toString('hex')}`;
  const secret = `${draft}.password`;
  await writeFile(secret, password, { mode: 0o600 });
  if (home.account) await chown(secret, home.account.uid, home.account.gid);
  const flags = [
    '--username=lodge',
    '--auth=scram-sha-256',
    `--pwfile=${secret}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ];
  try {
    await run(join(home.bin, 'initdb'), ['-D', draft, ...flags, ...(durable ? [] : ['--no-sync'])], options(home));
    await rename(draft, home.data);
  } catch (error) {
    throw new LocalError(
      `PostgreSQL could not make its data folder: ${lastLine((error as { stderr?: string }).stderr)}`,
    );
  } finally {
    await rm(secret, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function start(home: PostgresHome, durable: boolean): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const log = join(home.data, 'server.log');
    try {
      await control(home, ['start', '-w', '-t', '60', '-l', log, '-o', settings(port, durable)]);
      return port;
    } catch {
      const reason = lastLine(await readFile(log, 'utf8').catch(() => ''));
      if (attempt === ATTEMPTS || !/bind|in use/.test(reason))
        throw new LocalError(`PostgreSQL did not start: ${reason}`);
    }
  }
}

function settings(port: number, durable: boolean): string {
  const given: Record<string, string> = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: '200',
    // A table that grows from nothing to thousands of rows in a minute needs its plans made anew.
    autovacuum_naptime: '5s',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }),
  };
  const flags = Object.entries(given).map(([name, value]) => `-c ${name}=${value}`);
  return [`-p ${port}`, ...flags].join(' ');
}

async function stopLeftover(home: PostgresHome): Promise<void> {
  const record = join(home.data, 'postmaster.pid');
  const lines = (await readFile(record, 'utf8').catch(() => '')).split('\n');
  if (lines.length < 4) return;
  if (await answers(Number(lines[3]))) await control(home, ['stop', '-m', 'fast', '-w', '-t', '60']);
  // Nobody listens there: the number may belong to another process by now, which PostgreSQL would take for its own.
  else await rm(record, { force: true });
}

const control = (home: PostgresHome, args: string[]) =>
  run(join(home.bin, 'pg_ctl'), ['-D', home.data, ...args], options(home));

const options = (home: PostgresHome) => ({
  ...home.account,
  cwd: join(home.data, '..'),
  env: { PATH: process.env.PATH, TZ: 'UTC' },
});

const lastLine = (text = ''): string => text.trim().split('\n').at(-1) ?? '';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, HOST, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const end = (answer: boolean) => (socket.destroy(), resolve(answer));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}
