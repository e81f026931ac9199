import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '#apps/local/postgres-server';
import pg from 'pg';
import { allowApplication } from '#libs/core/database/application-role';
import { migrate } from '#libs/core/database/migrate';

/** The servers of a test run. What is not there is undefined, and the specs that need it say so. */
export interface Servers {
  postgres: string;
  redis: string | undefined;
  s3: string | undefined;
  stop(): Promise<unknown>;
}

/** The servers of the whole run, and in PostgreSQL a migrated template that each spec file clones. */
export default async function setup(): Promise<void> {
  const servers = await startServers();
  Object.assign(globalThis, { lodgeTestServers: servers });
  process.env.TEST_POSTGRES_URL = servers.postgres;
  if (servers.redis) process.env.TEST_REDIS_URL = servers.redis;
  if (servers.s3) process.env.TEST_S3_URL = servers.s3;
  await useServer(servers.postgres);
}

async function useServer(url: string): Promise<void> {
  const template = new URL(url);
  template.pathname = '/template_lodge';
  // The release before, tested on the schema of this one: docs/operating.md, Upgrade.
  if (process.env.TEST_SCHEMA !== 'kept') await makeTemplate(url, template.toString());
  const application = await allowApplication(template.toString(), applicationUrlOf(template));
  // What a spec makes in its database to disturb the api is there for the api, too.
  const disturber = new pg.Client(template.toString());
  await disturber.connect();
  await disturber.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO ${application}`);
  await disturber.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO ${application}`);
  await disturber.end();
}

async function makeTemplate(serverUrl: string, template: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS template_lodge WITH (FORCE)');
  await client.query('CREATE DATABASE template_lodge');
  await client.end();
  await migrate(template);
}

/** Api and workers are another role than the specs, as they should be everywhere: `createDatabase` uses the same. */
function applicationUrlOf(ownerUrl: URL): string {
  const url = new URL(ownerUrl);
  [url.username, url.password] = ['lodge_test_app', 'test'];
  process.env.TEST_APPLICATION = `${url.username}:${url.password}`;
  return url.toString();
}

/** The one place that chooses what the specs run against, and prints it: what is given, containers, or this machine. */
async function startServers(): Promise<Servers> {
  const { TEST_POSTGRES_URL, TEST_REDIS_URL, TEST_S3_URL, TEST_WITH } = process.env;
  const started =
    TEST_WITH === 'containers' ? await inContainers() : await onThisMachine(TEST_POSTGRES_URL, TEST_REDIS_URL);
  const servers = { ...started, s3: TEST_S3_URL ?? started.s3 };
  const said = (url: string | undefined) => (url ? new URL(url).host : 'none');
  const { postgres, redis, s3, how } = servers;
  console.log(`\nSpecs run against ${how}: PostgreSQL ${said(postgres)}, Redis ${said(redis)}, S3 ${said(s3)}`);
  return servers;
}

type Started = Servers & { how: string };

// Jest resolves no relative import of this file.
const tools = createRequire(resolve('tools/package.json'));

interface Container {
  getHost(): string;
  getMappedPort(port: number): number;
  stop(): Promise<unknown>;
}

interface NewContainer {
  withEnvironment(variables: Record<string, string>): NewContainer;
  withCommand(command: string[]): NewContainer;
  withExposedPorts(port: number): NewContainer;
  withWaitStrategy(strategy: unknown): NewContainer;
  withCopyContentToContainer(files: { content: string; target: string }[]): NewContainer;
  start(): Promise<Container>;
}

/** What is used of testcontainers: one of the tools, whose types are not installed with Lodge. */
interface Testcontainers {
  GenericContainer: new (image: string) => NewContainer;
  Wait: { forLogMessage(text: RegExp, times: number): unknown };
}

/** @throws Error when no Docker engine responds: a run with containers must not test something else */
async function inContainers(): Promise<Started> {
  const { GenericContainer, Wait } = (await import(tools.resolve('testcontainers'))) as Testcontainers;
  const [postgres, redis, s3] = await Promise.all([
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_USER: 'lodge', POSTGRES_PASSWORD: 'test', POSTGRES_DB: 'postgres' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
      .withExposedPorts(5432)
      // The image starts it once to set it up, and then for good.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('redis:8').withExposedPorts(6379).start(),
    new GenericContainer('chrislusf/seaweedfs:3.97')
      .withCopyContentToContainer([{ content: S3_KEYS, target: '/etc/s3.json' }])
      .withCommand(['server', '-s3', '-s3.config=/etc/s3.json', '-ip.bind=0.0.0.0'])
      .withExposedPorts(8333)
      .start(),
  ]);
  const at = (container: Container, port: number) => `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    how: 'containers',
    postgres: `postgres://lodge:test@${at(postgres, 5432)}/postgres`,
    redis: `redis://${at(redis, 6379)}`,
    s3: `s3://lodge:test-secret@${at(s3, 8333)}/lodge-test?tls=false`,
    stop: () => Promise.all([postgres, redis, s3].map((container) => container.stop())),
  };
}

const S3_KEYS = JSON.stringify({
  identities: [
    {
      name: 'lodge',
      credentials: [{ accessKey: 'lodge', secretKey: 'test-secret' }],
      actions: ['Admin', 'Read', 'Write', 'List'],
    },
  ],
});

async function onThisMachine(postgres: string | undefined, redis: string | undefined): Promise<Started> {
  const own = postgres ? undefined : await embeddedPostgres();
  const ownRedis = redis ? undefined : await redisHere();
  return {
    how: 'this machine',
    postgres: postgres ?? own?.url ?? '',
    redis: redis ?? ownRedis?.url,
    s3: undefined,
    stop: () => Promise.all([own?.stop(), ownRedis?.stop()]),
  };
}

async function embeddedPostgres() {
  const directory = await mkdtemp(join(tmpdir(), 'lodge-test-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(directory, 0o755);
  const server = await startPostgres({ directory: join(directory, 'postgres'), password: 'test', durable: false });
  const stop = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: server.url('postgres'), stop };
}

async function redisHere() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  return { url: `redis://127.0.0.1:${port}`, stop: async () => void child.kill() };
}
