import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { type Config, configSchema, readConfig } from '#libs/core/config/config';
import { LARGE } from '#libs/core/http/large-body';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests, whose schemas deploy.spec.ts checks
type Manifest = any;
const LODGE = ['api', 'worker', 'migrate', 'cli'];
// How long a process that is signalled to end continues its current work.
const DRAIN_SECONDS = 25;
const EXAMPLES: Record<string, string> = {
  database_url: 'postgres://lodge:secret@db:5432/lodge',
  redis_url: 'rediss://redis:6379',
  storage_url: 's3://key:secret@s3:8333/lodge?region=us-east-1',
  jwt_secret: randomBytes(36).toString('base64'),
  database_owner_url: 'postgres://lodge:x@postgres:5432/lodge',
  mail_url: 'smtp://mail:25',
  backup_passphrase: randomBytes(32).toString('hex'),
  // Nothing is copied until somebody names a place.
  backup_copy_url: '\n',
};

/** What Lodge reads from these settings, with each `_FILE` in a folder of its own. */
async function configOf(settings: Record<string, string>): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), 'lodge-settings-'));
  for (const [name, value] of Object.entries(EXAMPLES)) await writeFile(join(folder, name), value);
  const given = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/^\/run\/secrets\/(lodge\/)?/, `${folder}/`).replace(/\$\{\w+:-(.*)\}|\$\{\w+:\+.*\}/, '$1'),
  ]);
  try {
    return readConfig(Object.fromEntries(given));
  } finally {
    await rm(folder, { recursive: true });
  }
}
const REQUIRED = Object.entries(configSchema.shape).filter(([, type]) => !type.safeParse(undefined).success);
// Settings of Node itself.
const OF_NODE = ['NODE_EXTRA_CA_CERTS'];
const filesOf = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, path]) =>
    name.endsWith('_FILE') || OF_NODE.includes(name) ? [path.split('/').at(-1) ?? ''] : [],
  );
const lacks = (settings: Record<string, string>): string[] =>
  REQUIRED.map(([name]) => name).filter((name) => !(name in settings) && !(`${name}_FILE` in settings));
const unknown = (settings: Record<string, string>): string[] =>
  Object.keys(settings).filter(
    (name) => ![...OF_NODE, ...Object.keys(configSchema.shape)].includes(name.replace(/_FILE$/, '')),
  );

describe('docker-compose.yml and the files next to it', () => {
  let compose: Manifest;
  let nginx: string;
  beforeAll(async () => {
    compose = parse(await readFile('docker-compose.yml', 'utf8'), { merge: true });
    nginx = await readFile('deploy/nginx/nginx.conf', 'utf8');
  });

  test.each(LODGE)('gives %s every setting that has no default, none that Lodge does not know, and the files of its secrets', async (name) => {
    const { environment, secrets } = compose.services[name];
    expect([lacks(environment), unknown(environment)]).toEqual([[], []]);
    expect([...secrets].sort()).toEqual(filesOf(environment).sort());
    for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret);
    expect(await configOf(environment)).toMatchObject({ LODGE_MODE: 'production', COOKIE_SECURE: true });
  }); // prettier-ignore

  test('hands the owner of the tables to nobody who answers requests', async () => {
    const owned = LODGE.filter((name) => compose.services[name].secrets.includes('database_owner_url'));
    expect(owned.sort()).toEqual(['cli', 'migrate']);
    const secrets = await readFile('deploy/make-secrets', 'utf8');
    const [owner, application] = ['database_owner_url', 'database_url'].map(
      (name) => new RegExp(`postgres://(\\w+):.*keep ${name}$`, 'm').exec(secrets)?.[1],
    );
    expect([owner, application]).toEqual([compose.services.postgres.environment.POSTGRES_USER, 'lodge_app']);
  });

  test('says the same ports everywhere, and stops no process before it is done', async () => {
    const { api, worker } = compose.services;
    const config = await configOf(api.environment);
    const exposed = /^EXPOSE (\d+) (\d+)$/m
      .exec(await readFile('Dockerfile', 'utf8'))
      ?.slice(1)
      .map(Number);
    expect(exposed).toEqual([config.PORT, config.STATUS_PORT]);
    for (const { healthcheck, stop_grace_period } of [api, worker]) {
      expect(healthcheck.test.join(' ')).toContain(`:${config.STATUS_PORT}/health/ready`);
      expect(Number.parseInt(stop_grace_period)).toBeGreaterThan(config.SHUTDOWN_DELAY_SECONDS + DRAIN_SECONDS);
    }
  });

  test('the command line can write backups into their volume, and reach a mail server outside', async () => {
    const { volumes, networks } = compose.services.cli;
    const [, folder] = volumes[0].split(':');
    const dockerfile = await readFile('Dockerfile', 'utf8');
    const [user = '', group = ''] = /^USER (\d+):(\d+)$/m.exec(dockerfile)?.slice(1) ?? [];
    // A volume that is new takes over owner and mode of the folder that it is mounted on.
    expect(dockerfile).toMatch(new RegExp(`^RUN install -d .*-o ${user} -g ${group} ${folder}$`, 'm'));
    expect(networks.filter((name: string) => !compose.networks[name].internal)).toHaveLength(1);
  });

  test('nginx asks a service that is there, waits for what Lodge lets wait for, and has the files that it names', async () => {
    const config = await configOf(compose.services.api.environment);
    const targets = [...nginx.matchAll(/https?:\/\/([a-z\d]+):(\d+)/g)].map(([, host = '', port]) => [
      host,
      Number(port),
    ]);
    const { hostname, port, pathname } = new URL(config.STORAGE_URL);
    expect(targets).toEqual([['api', config.PORT], [hostname, Number(port)]]); // prettier-ignore
    for (const [service] of targets) expect(Object.keys(compose.services)).toContain(service);
    expect(await readFile('deploy/make-secrets', 'utf8')).toContain(`@${hostname}:${port}${pathname}?`);
    expect([config.STORAGE_PUBLIC_URL, nginx]).toEqual([config.PUBLIC_URL, expect.stringContaining(`location ${pathname}/ {`)]); // prettier-ignore
    const waits = [...nginx.matchAll(/proxy_read_timeout (\d+)s/g)].map(([, seconds]) => Number(seconds));
    expect(Math.min(...waits)).toBeGreaterThan(Math.max(config.DOCUMENT_WAIT_SECONDS, config.IMPORT_WAIT_SECONDS));
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(nginx) ?? [];
    expect(Number(megabytes) * 1_048_576).toBeGreaterThan(LARGE);
    const files = [...nginx.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name);
    expect(files.sort()).toEqual([...compose.services.nginx.secrets].sort());
    expect(compose.configs[compose.services.nginx.configs[0].source].file).toBe('deploy/nginx/nginx.conf');
  });
});

describe('the manifests for Kubernetes', () => {
  let all: Manifest[];
  let settings: Record<string, string>;
  const ofKind = (...kinds: string[]) => all.filter(({ kind }) => kinds.includes(kind));
  beforeAll(async () => {
    const folder = 'deploy/kubernetes/base';
    const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    all = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
    settings = ofKind('ConfigMap')[0].data;
  });

  test('give every pod every setting that has no default, and none that Lodge does not know', async () => {
    expect([lacks(settings), unknown(settings)]).toEqual([[], []]);
    expect(await configOf(settings)).toMatchObject({ LODGE_MODE: 'production', COOKIE_SECURE: true });
    for (const { spec } of ofKind('Deployment', 'Job')) {
      const { containers, volumes } = spec.template.spec;
      for (const { envFrom, volumeMounts } of containers) {
        expect(envFrom).toEqual([{ configMapRef: { name: 'lodge-settings' } }]);
        expect(volumeMounts).toContainEqual(expect.objectContaining({ name: 'secrets', mountPath: '/run/secrets/lodge' })); // prettier-ignore
      }
      expect(volumes).toContainEqual({ name: 'secrets', secret: expect.objectContaining({ secretName: 'lodge-secrets' }) }); // prettier-ignore
    }
  });

  test('hand the owner of the tables to the migrations alone', () => {
    const pods = ofKind('Deployment', 'Job').map(({ kind, spec }) => [
      kind,
      JSON.stringify(spec).includes('lodge-owner'),
    ]);
    expect(pods.sort()).toEqual([['Deployment', false], ['Deployment', false], ['Job', true]]); // prettier-ignore
  });

  test('read the secrets that docs/deploy.md says to make', async () => {
    const command = /kubectl -n lodge create secret generic lodge-secrets((?:.|\\\n)*?[^\\])\n/.exec(await readFile('docs/deploy.md', 'utf8')); // prettier-ignore
    const made = [...(command?.[1] ?? '').matchAll(/--from-file=(\w+)/g)].map(([, name]) => name);
    expect(made.sort()).toEqual(filesOf(settings).sort());
  });

  test('say the same ports everywhere, wait for what Lodge lets wait for, and stop no process before it is done', async () => {
    const config = await configOf(settings);
    const ports = ofKind('Deployment').flatMap(({ spec }) => spec.template.spec.containers.flatMap((each: Manifest) => each.ports)); // prettier-ignore
    const known: Record<string, number | undefined> = { http: config.PORT, status: config.STATUS_PORT };
    for (const { name, containerPort } of ports) expect([name, containerPort]).toEqual([name, known[name]]);
    const open = ofKind('NetworkPolicy').flatMap(({ spec }) => spec.ingress.flatMap((rule: Manifest) => rule.ports));
    expect(open.map(({ port }: Manifest) => port).sort()).toEqual([config.PORT, config.STATUS_PORT].sort());
    for (const { spec } of ofKind('Deployment')) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(config.SHUTDOWN_DELAY_SECONDS + DRAIN_SECONDS); // prettier-ignore
    }
    const { annotations } = ofKind('Ingress')[0].metadata;
    const megabytes = /^(\d+)m$/.exec(annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '')?.[1];
    expect(Number(megabytes) * 1_048_576).toBeGreaterThan(LARGE);
    const wait = annotations['nginx.ingress.kubernetes.io/proxy-read-timeout'];
    expect(Number(wait)).toBeGreaterThan(Math.max(config.DOCUMENT_WAIT_SECONDS, config.IMPORT_WAIT_SECONDS));
  });
});
