import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { helmTemplates } from '#apps/docs/helm-chart';

const [BASE, CHART] = ['deploy/kubernetes/base', 'deploy/helm/lodge'];
const hasHelm = spawnSync('helm', ['version']).status === 0;
if (!hasHelm) console.warn('helm is not there: the chart is NOT read by Helm itself in this run.');

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a manifest of any kind
  [field: string]: any;
}

const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJSON() as Manifest | null) ?? []);
const byName = (documents: Manifest[]): Record<string, Manifest> =>
  Object.fromEntries(documents.map((document) => [`${document.kind} ${document.metadata.name}`, document]));

/** The templates with values in their places, as far as they use the language of Helm. */
function filled(template: string, values: Record<string, unknown>): string {
  return template
    .replaceAll(/\{\{- toYaml \.Values\.settings \| nindent 2 \}\}/g, () =>
      stringify(values.settings)
        .replaceAll(/^(?=.)/gm, '  ')
        .trimStart(),
    ) // prettier-ignore
    .replaceAll(/\{\{ \.Values\.(\w+)( \| quote)? \}\}/g, (_, name: string, quoted?: string) => {
      if (values[name] === undefined) throw new Error(`values.yaml has no ${name}`);
      return quoted ? JSON.stringify(values[name]) : String(values[name]);
    })
    .replaceAll('{{ .Release.Namespace }}', 'lodge')
    .replaceAll('{{ .Release.Revision }}', '1');
}

describe('the chart for Helm', () => {
  let manifests: Map<string, string>;
  let values: Record<string, unknown>;
  beforeAll(async () => {
    manifests = new Map();
    for (const file of (await readdir(BASE)).filter((name) => name !== 'kustomization.yaml').sort())
      manifests.set(file, await readFile(join(BASE, file), 'utf8'));
    values = parse(await readFile(join(CHART, 'values.yaml'), 'utf8'));
  });

  test('is made from the manifests for kustomize; if not, run: npm run helm', async () => {
    const templates = helmTemplates(manifests);
    expect((await readdir(join(CHART, 'templates'))).sort()).toEqual([...templates.keys()].sort());
    for (const [file, text] of templates)
      expect([file, await readFile(join(CHART, 'templates', file), 'utf8')]).toEqual([file, text]);
  });

  test('with its own values is what kustomize makes, but for the namespace, and a job of each release', () => {
    const templates = [...helmTemplates(manifests).values()].map((text) => filled(text, values)).join('\n---\n');
    expect(templates).not.toContain('{{');
    const wanted = byName(documentsOf([...manifests.values()].join('\n---\n')));
    const migrate = wanted['Job lodge-migrate'] as Manifest;
    delete wanted['Namespace lodge'];
    delete wanted['Job lodge-migrate'];
    wanted['Job lodge-migrate-1'] = { ...migrate, metadata: { ...migrate.metadata, name: 'lodge-migrate-1' } };
    expect(Object.keys(wanted).length).toBeGreaterThan(9);
    expect(byName(documentsOf(templates))).toEqual(wanted);
  });

  test('every value is used: changed, it is somewhere in what is made', () => {
    const changed = Object.fromEntries(Object.keys(values).map((name, index) => [name, name === 'settings' ? { PUBLIC_URL: 'https://changed.example' } : `changed-${index}`])); // prettier-ignore
    const made = [...helmTemplates(manifests).values()].map((text) => filled(text, changed)).join('\n---\n');
    const unused = Object.entries(changed).filter(([, value]) => !made.includes(typeof value === 'string' ? value : 'https://changed.example')); // prettier-ignore
    expect(unused).toEqual([]);
  });

  test('a manifest that the chart does not know, or that has lost a place for a value, is said', () => {
    expect(() => helmTemplates(new Map([['new.yaml', 'kind: ConfigMap']]))).toThrow(/does not know new\.yaml/);
    expect(() => helmTemplates(new Map([['autoscaling.yaml', 'kind: Other']]))).toThrow(/has no "minReplicas: 2"/);
  });

  (hasHelm ? test : test.skip)('Helm itself finds no fault, and makes the same', () => {
    const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' });
    expect(helm('lint', '--strict', CHART)).toMatchObject({ status: 0 });
    const { stdout, stderr, status } = helm('template', 'lodge', CHART, '--namespace', 'lodge', '--kube-version', '1.34.0'); // prettier-ignore
    expect([status, stderr]).toEqual([0, '']);
    const own = [...helmTemplates(manifests).values()].map((text) => filled(text, values)).join('\n---\n');
    expect(byName(documentsOf(stdout))).toEqual(byName(documentsOf(own)));
  });
});
