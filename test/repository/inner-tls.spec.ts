import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

/** Connects as Lodge does, by an address and with the authority in the environment. */
const CONNECT = {
  postgres: `
import pg from 'pg';
import { poolConfig } from './dist/libs/core/database/pool.js';
const pool = new pg.Pool({ ...poolConfig(process.argv[1], 1), connectionTimeoutMillis: 20000 });
const { rows } = await pool.query('SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
console.log(JSON.stringify(rows[0]));
await pool.end();`,
  copy: `
import { copyBase } from './dist/libs/core/backup/base-copy.js';
const segment = await copyBase(process.argv[1], process.argv[2]).catch((error) => error.message);
console.log(segment);`,
  redis: `
import { Redis } from 'ioredis';
const redis = new Redis(process.argv[1], { retryStrategy: () => null, maxRetriesPerRequest: 0 });
redis.on('error', (error) => console.log(error.code));
console.log(JSON.stringify(await redis.ping()));
redis.disconnect();`,
};

const isThere = (command: string): boolean => spawnSync('which', [command]).status === 0;
const isRoot = process.getuid?.() === 0;
const describeWithServers =
  ['initdb', 'postgres', 'redis-server', 'openssl'].every(isThere) && isRoot ? describe : describe.skip;

// The settings of docker-compose.yml, on servers of this machine; the names of the services are 127.0.0.1 here.
describeWithServers('TLS between the services of docker-compose.yml', () => {
  let folder: string;
  let secrets: string;
  let commands: Record<string, string[]>;
  const ports: Record<string, number> = {};
  const servers: ChildProcess[] = [];

  const options = (service: string): string[] =>
    (commands[service] ?? []).slice(1).map((word) =>
      word
        .replace('/tmp/', `${folder}/`)
        .replace('/run/secrets', secrets)
        .replace('/etc/lodge', join(folder, 'postgres-files'))
        .replace(/\$\{\w+:-(.*)\}/, '$1'),
    );
  const start = (command: string, args: string[], uid?: number) => {
    const server = spawn(command, args, { stdio: 'ignore', ...(uid !== undefined && { uid, gid: uid }) });
    servers.push(server);
  };
  const connect = (service: keyof typeof CONNECT, url: string, trusted = true, ...more: string[]) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', CONNECT[service], url, ...more], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...(trusted && { NODE_EXTRA_CA_CERTS: join(secrets, 'inner_ca') }) },
      timeout: 60_000,
    });
  const addressOf = async (secret: string, service: string) =>
    (await readFile(join(secrets, secret), 'utf8'))
      .trim()
      .replace(/@?(postgres|redis):\d+/, (found) => `${found.startsWith('@') ? '@' : ''}localhost:${ports[service]}`)
      .replace('/lodge?', '/postgres?');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-tls-'));
    await chmod(folder, 0o755);
    await cp('deploy/make-secrets', join(folder, 'make-secrets'));
    expect(spawnSync('sh', [join(folder, 'make-secrets')], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    await cp('deploy/postgres', join(folder, 'postgres-files'), { recursive: true });
    secrets = join(folder, 'secrets');
    await chmod(secrets, 0o755);
    const { services } = parse(await readFile('docker-compose.yml', 'utf8'), { merge: true });
    commands = { postgres: services.postgres.command, redis: services.redis.command };
    for (const service of ['postgres', 'redis']) ports[service] = await freePort();
    // The server refuses to run as root, and a key that others may read.
    const nobody = 65_534;
    await copyFile(join(secrets, 'postgres_key'), join(folder, 'postgres_key'));
    await chown(join(folder, 'postgres_key'), nobody, nobody);
    await chmod(join(folder, 'postgres_key'), 0o600);
    const data = join(folder, 'data');
    spawnSync('install', ['-d', '-o', String(nobody), data]);
    const password = join(secrets, 'postgres_password');
    const made = spawnSync('initdb', ['-D', data, '-U', 'lodge', '-A', 'scram-sha-256', `--pwfile=${password}`], { uid: nobody, gid: nobody, encoding: 'utf8' }); // prettier-ignore
    expect([made.status, made.stderr]).toEqual([0, '']);
    start('postgres', ['-D', data, '-p', String(ports.postgres), '-k', '', ...options('postgres')], nobody);
    start('redis-server', [...options('redis'), '--tls-port', String(ports.redis), '--dir', folder]);
  }, 120_000);
  afterAll(async () => {
    for (const server of servers) {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    }
    await rm(folder, { recursive: true });
  });

  test('Lodge connects to PostgreSQL and Redis by TLS with the addresses and certificates that make-secrets makes', async () => {
    const [postgres, redis] = [
      await addressOf('database_owner_url', 'postgres'),
      await addressOf('redis_url', 'redis'),
    ];
    await until(async () => connect('postgres', postgres).stdout.includes('TLSv1.3'), 60);
    expect(JSON.parse(connect('postgres', postgres).stdout)).toMatchObject({ ssl: true });
    await until(async () => connect('redis', redis).stdout.includes('PONG'), 60);
    // A client that does not trust the authority, or reaches another name than the certificate's, has no connection.
    expect(connect('postgres', postgres, false).stderr).toMatch(/certificate|CERT/);
    expect(connect('redis', redis, false).stdout).toMatch(/CERT|SIGNATURE/);
    expect(connect('postgres', postgres.replace('localhost', '127.0.0.2')).stderr).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID|ECONNREFUSED/); // prettier-ignore
    expect(connect('redis', redis.replace('rediss:', 'redis:')).stdout).not.toContain('PONG');
  }, 120_000);

  test('the owner may copy the data of PostgreSQL over the network, by TLS, and the role of the api may not', async () => {
    const file = join(folder, 'base.tar.gz');
    const owner = await addressOf('database_owner_url', 'postgres');
    await until(async () => connect('postgres', owner).stdout.includes('TLSv1.3'), 60);
    expect(connect('copy', owner, true, file).stdout).toMatch(/^[0-9A-F]{24}\n$/);
    expect((await readFile(file)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    const application = (await addressOf('database_url', 'postgres')).replace('/lodge?', '/postgres?');
    expect(connect('copy', application, true, file).stdout).toMatch(/no pg_hba.conf entry for replication connection/);
  }, 120_000);

  test('every certificate is of the authority, for its service, and its key is its own', async () => {
    for (const name of ['postgres', 'redis', 's3']) {
      const [ca, certificate, key] = ['inner_ca', `${name}_certificate`, `${name}_key`].map((file) => join(secrets, file)); // prettier-ignore
      const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' }).stdout.trim();
      expect(openssl('verify', '-CAfile', ca ?? '', '-verify_hostname', name, certificate ?? '')).toMatch(/: OK$/);
      const publicKey = openssl('x509', '-in', certificate ?? '', '-noout', '-pubkey');
      expect(publicKey).toBe(openssl('pkey', '-in', key ?? '', '-pubout'));
    }
  });
});
