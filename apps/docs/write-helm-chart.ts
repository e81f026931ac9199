import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { helmTemplates } from '#apps/docs/helm-chart';

const [FROM, TO] = ['deploy/kubernetes/base', 'deploy/helm/lodge/templates'];

const manifests = new Map<string, string>();
for (const file of (await readdir(FROM)).filter((name) => name !== 'kustomization.yaml').sort())
  manifests.set(file, await readFile(join(FROM, file), 'utf8'));
await mkdir(TO, { recursive: true });
for (const [file, text] of helmTemplates(manifests)) await writeFile(join(TO, file), text);
