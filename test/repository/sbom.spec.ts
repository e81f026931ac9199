import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Bom {
  bomFormat: string;
  metadata: { component: { name: string } };
  dependencies: { ref: string }[];
  components: { name: string; version: string; purl: string }[];
}

test('the bill of materials of a release lists every package that runs, with its version, and none that is only for development', () => {
  const { status, stdout } = spawnSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
  expect(status).toBe(0);
  const { bomFormat, metadata, components, dependencies: needs } = JSON.parse(stdout) as Bom;
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'lodge']);
  // Lodge itself is one of those that need others.
  expect(needs).toHaveLength(components.length + 1);
  const listed = new Map(components.map(({ name, version }) => [name, version]));
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>; // prettier-ignore
  expect(Object.keys(dependencies ?? {}).filter((name) => !listed.has(name))).toEqual([]);
  expect(Object.keys(devDependencies ?? {})).toContain('jest');
  expect(listed.has('jest')).toBe(false);
  // Also those that others need.
  expect(components.length).toBeGreaterThan(Object.keys(dependencies ?? {}).length);
  expect(components.filter(({ version, purl }) => !version || !purl.startsWith('pkg:npm/'))).toEqual([]);
});
