import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Compose {
  services: Record<string, { image: string }>;
}

// The registry is the internet's: what Docker would say of it is said by a script in its place.
describe('deploy/pin-images', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lodge-pin-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const pinned = (docker: string) => {
    const file = join(folder, 'docker');
    writeFileSync(file, `#!/bin/sh\n${docker}\n`);
    chmodSync(file, 0o755);
    return spawnSync('sh', ['deploy/pin-images'], { encoding: 'utf8', env: { PATH: `${folder}:${process.env.PATH}` } });
  };

  test('names the digest of every image of others, and changes nothing else', () => {
    const { status, stdout, stderr } = pinned(
      `for last; do :; done; printf 'sha256:'; printf %s "$last" | sha256sum | cut -c1-64`,
    );
    expect([status, stderr]).toEqual([0, '']);
    const [before, after] = [readFileSync('docker-compose.yml', 'utf8'), stdout];
    expect(after.replaceAll(/@sha256:[0-9a-f]{64}$/gm, '')).toBe(before);
    const { services } = parse(after, { merge: true }) as Compose;
    const others = Object.values(services).filter(({ image }) => !image.startsWith('lodge:'));
    expect(others.length).toBeGreaterThan(3);
    for (const { image } of others) expect(image).toMatch(/^[^@]+:[^@]+@sha256:[0-9a-f]{64}$/);
  });

  test('stops without a file when the registry has none', () => {
    for (const docker of ['exit 1', 'echo nothing']) expect(pinned(docker)).toMatchObject({ status: 1, stdout: '' });
  });
});
