import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { configSchema, InvalidConfig, readConfig } from '#libs/core/config/config';

const complete = {
  PUBLIC_URL: 'https://lodge.example',
  DATABASE_URL: 'postgres://localhost/lodge',
  JWT_SECRET: 'a secret that nobody has guessed so far',
  MAIL_URL: 'smtp://mail.example',
  STORAGE_URL: 'file:///srv/lodge',
};
const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
  return [];
};

describe('the configuration', () => {
  test('has sane defaults and knows its types', () => {
    expect(readConfig(complete)).toMatchObject({
      LODGE_MODE: 'production',
      PORT: 3000,
      COOKIE_SECURE: true,
      SESSION_ACCESS_MINUTES: 15,
    });
  });

  test('says everything that is missing at once, and production has no default for a secret', () => {
    expect(faultsOf({})).toEqual([
      'PUBLIC_URL: is missing',
      'DATABASE_URL: is missing',
      'JWT_SECRET: is missing',
      'MAIL_URL: is missing',
      'STORAGE_URL: is missing',
    ]);
    expect(faultsOf({ ...complete, JWT_SECRET: '' })).toEqual(['JWT_SECRET: is missing']);
  });

  test('never repeats a value', () => {
    const secret = 'tooshort-secret';
    const faults = faultsOf({
      ...complete,
      JWT_SECRET: secret,
      DATABASE_URL: 'mysql://user:hunter2@host',
      PORT: 'eighty',
      COOKIE_SECURE: 'yes',
    });
    expect(faults).toHaveLength(4);
    expect(faults.join()).not.toMatch(/tooshort|hunter2|eighty|yes/);
  });

  test('does not let production send cookies in the clear', () => {
    expect(faultsOf({ ...complete, COOKIE_SECURE: 'false' })).toEqual([expect.stringMatching(/^COOKIE_SECURE/)]);
    expect(faultsOf({ ...complete, COOKIE_SECURE: 'false', LODGE_MODE: 'local' })).toEqual([]);
  });

  test('knows addresses of proxies and origins when it sees them', () => {
    const lists = { TRUSTED_PROXIES: '10.0.0.0/8, ::1', CORS_ORIGINS: 'https://app.example,http://localhost:5173' };
    expect(readConfig({ ...complete, ...lists })).toMatchObject({
      TRUSTED_PROXIES: ['10.0.0.0/8', '::1'],
      CORS_ORIGINS: ['https://app.example', 'http://localhost:5173'],
    });
    expect(readConfig(complete)).toMatchObject({ TRUSTED_PROXIES: [], CORS_ORIGINS: [] });
    for (const TRUSTED_PROXIES of ['everybody', '10.0.0.0/33', '10.0.0.1/8/8'])
      expect(faultsOf({ ...complete, TRUSTED_PROXIES })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES/)]);
    for (const CORS_ORIGINS of ['*', 'app.example', 'https://app.example/path', 'https://app.example/'])
      expect(faultsOf({ ...complete, CORS_ORIGINS })).toEqual([expect.stringMatching(/^CORS_ORIGINS/)]);
  });

  test('reads what NAME_FILE names, without the line break at its end; the variable itself wins', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-config-'));
    const file = join(folder, 'secret');
    await writeFile(file, `${'another secret that nobody has guessed'}\n`);
    const { JWT_SECRET, ...rest } = complete;
    expect(readConfig({ ...rest, JWT_SECRET_FILE: file }).JWT_SECRET).toBe('another secret that nobody has guessed');
    expect(readConfig({ ...complete, JWT_SECRET_FILE: file }).JWT_SECRET).toBe(JWT_SECRET);
    expect(faultsOf({ ...rest, JWT_SECRET_FILE: join(folder, 'none') })).toEqual([
      'JWT_SECRET: is missing',
      'JWT_SECRET_FILE: cannot be read (ENOENT)',
    ]);
    await rm(folder, { recursive: true });
  });

  test('.env.example lists every setting, and no other', async () => {
    const names = [...(await readFile('.env.example', 'utf8')).matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(configSchema.shape).sort());
  });
});
