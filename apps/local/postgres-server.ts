import { readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { LocalError } from '#apps/local/local-error';
import { createClusterOnce } from '#apps/local/postgres-cluster';
import { findHome, type PostgresHome } from '#apps/local/postgres-home';
import { causeIn, control } from '#apps/local/postgres-programs';

const HOST = '127.0.0.1';
const ATTEMPTS = 3;
const PATIENCE_S = '60';
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };

export interface PostgresServer {
  port: number;
  /** The address of a database of it, with the password. */
  url(database: string): string;
  /** Whether a server accepts connections at its port. */
  listens(): Promise<boolean>;
  /** Starts it again on its port, after it has ended by itself. @throws LocalError as startPostgres */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** A folder of its own. What is in it is used again. */
  directory: string;
  password: string;
  /** False: nothing is flushed to the disk, for tests. */
  durable: boolean;
  /** PostgreSQL's own settings, over ours. */
  settings?: Record<string, string>;
}

/**
 * Starts the PostgreSQL that the npm package ships, as a daemon of its own, so that no signal meant for us reaches it.
 * A PostgreSQL that a killed launcher left running on the same data is stopped first.
 * @throws LocalError with one sentence
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { directory, password, durable } = options;
  const home = await findHome(directory);
  await createClusterOnce(home, password, durable);
  await stopLeftover(home);
  const port = await start(home, options);
  return {
    port,
    url: (database) => `postgres://lodge:${encodeURIComponent(password)}@${HOST}:${port}/${database}`,
    listens: () => answers(port),
    restart: async () => void (await start(home, options, port)),
    stop: () => stop(home),
  };
}

async function start(home: PostgresHome, options: PostgresOptions, wanted?: number): Promise<number> {
  const log = join(home.data, 'server.log');
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort());
    const before = (await read(log)).length;
    try {
      await control(home, 'start', '-w', '-t', PATIENCE_S, '-l', log, '-o', flags(port, options));
      return port;
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      await stop(home);
      const cause = causeIn((await read(log)).slice(before) || stderr || message);
      // The port was free a moment ago; another program was faster.
      if (attempt < ATTEMPTS && wanted === undefined && cause.includes('TCP/IP sockets')) continue;
      throw new LocalError(`PostgreSQL did not start: ${cause}. Its log says more: ${log}`);
    }
  }
}

function flags(port: number, { durable, settings }: PostgresOptions): string {
  const given: Record<string, string> = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: '200',
    // The details of an error contain values of a row.
    log_error_verbosity: 'terse',
    // A table that grows from nothing to thousands of rows in a minute needs its plans made anew.
    autovacuum_naptime: '5s',
    ...(durable ? {} : NOT_DURABLE),
    ...settings,
  };
  return [`-p ${port}`, ...Object.entries(given).map(([name, value]) => `-c ${quote(`${name}=${value}`)}`)].join(' ');
}

// pg_ctl hands its options to a shell.
const quote = (text: string): string =>
  process.platform === 'win32' ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", `'\\''`)}'`;

/** Stops it; one that has stopped already is fine. */
async function stop(home: PostgresHome): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const stopped = await succeeds(control(home, 'stop', '-m', 'fast', '-w', '-t', PATIENCE_S));
    // A second Ctrl-C kills pg_ctl while it waits: ask again.
    if (stopped || !(await succeeds(control(home, 'status')))) return;
    if (attempt === ATTEMPTS)
      throw new LocalError(
        `PostgreSQL does not stop. Stop the process in ${join(home.data, 'postmaster.pid')} by hand.`,
      );
  }
}

async function stopLeftover(home: PostgresHome): Promise<void> {
  const record = join(home.data, 'postmaster.pid');
  const lines = (await read(record)).split('\n');
  if (lines.length < 4) return;
  if (await answers(Number(lines[3]))) await stop(home);
  // Nobody listens there, and the number is another process's by now, which PostgreSQL would take for its own. Otherwise the
  // record stays: by it PostgreSQL sees whether processes of the one that ended still use the data.
  else if (isAlive(Number(lines[0]))) await rm(record, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

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
