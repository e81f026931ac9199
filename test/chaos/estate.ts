import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type Config, readConfig } from '#libs/core/config/config';
import { allowApplication } from '#libs/core/database/application-role';
import { migrate } from '#libs/core/database/migrate';
import { ApiProcess, environmentOf } from '../support/api-process.js';
import { Child } from '../support/child.js';
import { applicationUrlOf } from '../support/database.js';
import { Factory } from '../support/factory.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { hasRedis, OwnPostgres, OwnRedis } from './servers.js';
import { SmallDisk } from './small-disk.js';

export const JWT_SECRET = 'a secret that is long enough for the tests';

// A long run outlasts the usual minutes of a credential.
const WITHOUT_LIMITS = {
  SESSION_ACCESS_MINUTES: '60',
  RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
  RATE_LIMIT_BULK_PER_MINUTE: '1000000',
  RATE_LIMIT_PDF_PER_MINUTE: '1000000',
  RATE_LIMIT_LOG_IN_PER_MINUTE: '1000000',
  RATE_LIMIT_LOG_IN_FAILURES: '1000000',
  OVERLOAD_DELAY_MS: '0',
};

/** A place in which one process after the other runs; what happens to it on purpose is counted. */
export class Seat<T extends { hasEnded: boolean; output: string }> {
  /** Grows when it is disturbed, and when it is well again. */
  disturbances = 0;
  isDisturbed = false;
  constructor(
    readonly name: string,
    public runs: T,
  ) {}

  async disturb(fault: () => Promise<unknown>): Promise<void> {
    this.disturbances++;
    this.isDisturbed = true;
    try {
      await fault();
    } finally {
      this.disturbances++;
      this.isDisturbed = false;
    }
  }

  /** @throws Error when it has ended by itself */
  requireAlive(): void {
    if (this.runs.hasEnded && !this.isDisturbed) throw new Error(`${this.name} has ended by itself:\n${this.runs.output.slice(-20_000)}`); // prettier-ignore
  }
}

/** Two apis and two workers, as processes, with a PostgreSQL, a Redis, a mail server and a folder of files of their own. */
export class Estate {
  apis: Seat<ApiProcess>[] = [];
  workers: Seat<Child>[] = [];
  /** Between Lodge and PostgreSQL, and between Lodge and its mail server. */
  readonly line = new TcpProxy();
  readonly mailLine = new TcpProxy();
  readonly sink = new SmtpSink();
  readonly redis: OwnRedis | undefined;
  readonly postgres: OwnPostgres;
  readonly files: string;
  /** Of PostgreSQL, and of the folder of files; undefined where nothing may be mounted. */
  readonly disks: { postgres: SmallDisk; files: SmallDisk } | undefined;
  private config!: Config;
  private connections!: pg.Pool;
  // What looks on and checks has a way of its own.
  private readonly ownLine = new TcpProxy();

  private constructor(
    readonly folder: string,
    withRedis: boolean,
  ) {
    this.redis = withRedis && hasRedis ? new OwnRedis() : undefined;
    this.postgres = new OwnPostgres(join(folder, 'postgres'));
    this.files = join(folder, 'files');
    const [postgres, files] = [SmallDisk.at(join(folder, 'postgres')), SmallDisk.at(`${this.files}.disk`)];
    if (postgres && files) this.disks = { postgres, files };
    else console.warn('No disk can be mounted here: full disks are NOT tested in this run.');
  }

  /** Without a Redis the queue is in PostgreSQL. */
  static async open({ withRedis = true, workers = 2 } = {}): Promise<Estate> {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-chaos-'));
    // PostgreSQL runs as another user when this runs as root.
    await chmod(folder, 0o755);
    const estate = new Estate(folder, withRedis);
    await symlink(`${estate.files}.disk`, estate.files);
    await estate.startServers();
    for (let number = 1; number <= workers; number++)
      estate.workers.push(new Seat(`worker ${number}`, estate.startWorker()));
    const apis = await Promise.all([estate.startApi(), estate.startApi()]);
    estate.apis = apis.map((api, index) => new Seat(`api ${index + 1}`, api));
    return estate;
  }

  private async startServers(): Promise<void> {
    await this.postgres.start();
    await this.postgres.make();
    await migrate(this.postgres.url);
    const applicationUrl = applicationUrlOf(this.postgres.url);
    await allowApplication(this.postgres.url, applicationUrl);
    this.connections = new pg.Pool({ connectionString: await this.ownLine.to(this.postgres.url), max: 4 });
    this.connections.on('error', () => undefined);
    this.config = readConfig({
      LODGE_MODE: 'local',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: await this.line.to(applicationUrl),
      JWT_SECRET,
      COOKIE_SECURE: 'false',
      LOG_LEVEL: 'warn',
      // Receivers of webhooks are on this machine.
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1',
      MAIL_URL: await this.mailLine.to(await this.sink.start()),
      STORAGE_URL: pathToFileURL(this.files).href,
      ...(this.redis ? { REDIS_URL: await this.redis.start() } : {}),
      ...WITHOUT_LIMITS,
    });
  }

  get make(): Factory {
    return new Factory(this.connections);
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.connections.query<Row>(text, values)).rows;
  }

  /** A connection past everything that is disturbed. */
  connect = (): Promise<pg.PoolClient> => this.connections.connect();

  startApi = (): Promise<ApiProcess> => ApiProcess.start(this.config);
  startWorker = (): Child => new Child('worker', ['dist/apps/worker/main.js'], environmentOf(this.config, {}));

  /** Starts PostgreSQL again after it was killed or stopped. */
  async restartPostgres(): Promise<void> {
    const url = await this.postgres.start();
    for (const line of [this.line, this.ownLine]) line.retarget(url);
  }

  /** Starts PostgreSQL again when it has ended by itself, as its supervisor does. */
  async keepPostgres(): Promise<void> {
    const isHealthy = () => this.sql('SELECT 1').then(() => true, () => false); // prettier-ignore
    while (!(await isHealthy())) {
      if (await this.postgres.isRunning()) await sleep(50);
      else await this.restartPostgres();
    }
  }

  requireAlive(): void {
    for (const seat of [...this.apis, ...this.workers]) seat.requireAlive();
  }

  /** The unexpected errors that the apis have logged. */
  errorsLogged(): string {
    const lines = this.apis.flatMap(({ runs }) => runs.output.split('\n'));
    return lines.filter((line) => line.includes('internal_error')).slice(-5).join('\n'); // prettier-ignore
  }

  async close(): Promise<void> {
    await Promise.all(this.apis.map(({ runs }) => runs.stop('SIGKILL')));
    await Promise.all(this.workers.map(({ runs }) => runs.end('SIGKILL')));
    await this.connections.end();
    await Promise.all([this.line, this.mailLine, this.ownLine].map((line) => line.cut()));
    await this.redis?.kill();
    await this.sink.stop();
    await this.postgres.stop();
    this.disks?.postgres.remove();
    this.disks?.files.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
