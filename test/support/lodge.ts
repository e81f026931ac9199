import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { prepareApi } from '#apps/api/create-api';
import { ApiModule } from '#apps/api/api.module';
import { POOL, RESERVED_POOL } from '#libs/core/database/pool';
import { type Config, readConfig } from '#libs/core/config/config';
import { makeAdapter } from '#libs/core/http/server';
import { makeLogger, NestLogger } from '#libs/core/logging/logger';
import { Clock } from '#libs/core/time/clock';
import { createDatabase } from './database.js';
import { Factory, PASSWORD } from './factory.js';
import { FrozenClock } from './frozen-clock.js';
import { requireSaid } from './said.js';

export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a spec reads whatever came back
  body: any;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One running instance of the api on a database. */
export class Instance {
  constructor(
    readonly app: NestFastifyApplication,
    readonly config: Config,
  ) {}

  async call(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const options = { method, url, headers, ...(body === undefined ? {} : { payload: body }) } as InjectOptions;
    const answer = await this.app.inject(options);
    const isJson = /[^d]json/.test(String(answer.headers['content-type']));
    const { statusCode: status, body: text } = answer;
    const said = isJson && text ? JSON.parse(text) : undefined;
    requireSaid(status, said);
    return { status, text, headers: answer.headers as Answer['headers'], body: said };
  }
}

/** Calls as one user, with that user's cookies. */
export class Client {
  constructor(
    private readonly instance: Instance,
    readonly cookie: string,
  ) {}

  get = (url: string, headers = {}) => this.send('GET', url, undefined, headers);
  post = (url: string, body: unknown = {}, headers = {}) => this.send('POST', url, body, headers);
  put = (url: string, body: unknown, headers = {}) => this.send('PUT', url, body, headers);
  patch = (url: string, body: unknown, headers = {}) => this.send('PATCH', url, body, headers);
  delete = (url: string, headers = {}) => this.send('DELETE', url, undefined, headers);
  on = (instance: Instance) => new Client(instance, this.cookie);

  private send(method: string, url: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    return this.instance.call(method, url, body, { cookie: this.cookie, ...headers });
  }
}

export const NOW = '2026-11-21T12:00:00.000Z';

export interface StartOptions {
  instances?: number;
  /** Settings that differ from the usual. */
  settings?: Record<string, string>;
  /** May change the database before anything runs on it. */
  prepare?: (pool: pg.Pool) => Promise<unknown>;
  /** Gives the address at which the api finds the database, such as that of a proxy. */
  through?: (url: string) => Promise<string>;
}

/** Lodge on a database of its own, with a clock that stands at noon (UTC) of 21 November 2026. */
export class Lodge {
  private constructor(
    /** The address for the owner of the tables, as operators and specs are. */
    readonly databaseUrl: string,
    /** The address for api and workers, which may read and write rows and nothing else. */
    readonly applicationUrl: string,
    readonly clock: FrozenClock,
    readonly pool: pg.Pool,
    readonly make: Factory,
    readonly instances: Instance[],
    private readonly drop: () => Promise<void>,
    private readonly throughProxy: boolean,
  ) {}

  static async start({ instances = 1, prepare, through, settings = {} }: StartOptions = {}): Promise<Lodge> {
    const { url, applicationUrl, drop } = await createDatabase();
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    // Sockets that are still closing when the database is dropped say so here.
    pool.on('error', () => undefined);
    await prepare?.(pool);
    const clock = new FrozenClock(NOW);
    const address = through ? await through(applicationUrl) : applicationUrl;
    const lodge = new Lodge(url, address, clock, pool, new Factory(pool), [], drop, through !== undefined);
    for (let index = 0; index < instances; index++) lodge.instances.push(await lodge.startInstance(settings));
    return lodge;
  }

  get instance(): Instance {
    const [first] = this.instances;
    if (!first) throw new Error('no instance runs');
    return first;
  }

  call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.instance.call(method, url, body, headers);
  }

  /** A client logged in as a user that the factory made. */
  async logIn(email: string, password = PASSWORD): Promise<Client> {
    const answer = await this.call('POST', '/users/sessions', { email, password });
    if (answer.status !== 200) throw new Error(`log-in of ${email}: ${answer.text}`);
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]);
    return new Client(this.instance, cookies.join('; '));
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows;
  }

  async stop(): Promise<void> {
    for (const { app } of this.instances) await app.close();
    await this.pool.end();
    await this.drop();
  }

  private async startInstance(settings: Record<string, string>): Promise<Instance> {
    const config = readConfig({
      LODGE_MODE: 'local',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: this.applicationUrl,
      JWT_SECRET: 'a secret that is long enough for the tests',
      COOKIE_SECURE: 'false',
      MAIL_URL: 'file:///tmp/lodge-test-mail',
      // A spec calls more often than a person; those about limits set their own.
      RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
      RATE_LIMIT_BULK_PER_MINUTE: '1000000',
      RATE_LIMIT_PDF_PER_MINUTE: '1000000',
      RATE_LIMIT_LOG_IN_PER_MINUTE: '1000000',
      RATE_LIMIT_LOG_IN_FAILURES: '1000000',
      RATE_LIMIT_RESETS_PER_HOUR: '1000000',
      // A spec may hold the process up, by running a command.
      OVERLOAD_DELAY_MS: '0',
      STORAGE_URL: 'file:///tmp/lodge-test-files',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      IMPORT_WAIT_SECONDS: '0',
      ...settings,
    });
    const logger = makeLogger(config.LOG_LEVEL);
    const module = await Test.createTestingModule({ imports: [ApiModule.with(config)] })
      .overrideProvider(Clock)
      .useValue(this.clock)
      .compile();
    const app = module.createNestApplication<NestFastifyApplication>(makeAdapter(config, logger), {
      bodyParser: false,
      logger: new NestLogger(logger),
    });
    await prepareApi(app, config);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    if (!this.throughProxy) patientlyWaiting(app);
    return new Instance(app, config);
  }
}

/** A hundred requests at once wait for each other; on a slow machine longer than the 3 s after which one gives up. */
function patientlyWaiting(app: NestFastifyApplication): void {
  for (const pool of [POOL, RESERVED_POOL]) app.get<pg.Pool>(pool).options.connectionTimeoutMillis = 60_000;
}
