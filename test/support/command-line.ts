import { spawn, spawnSync } from 'node:child_process';

const environment = (databaseUrl: string, more: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  PUBLIC_URL: 'http://localhost',
  DATABASE_URL: databaseUrl,
  JWT_SECRET: 'a secret that is long enough for the tests',
  MAIL_URL: 'file:///tmp/lodge-test-mail',
  STORAGE_URL: 'file:///tmp/lodge-test-files',
  ...more,
});

/** Begins an operator's command, and does not wait for its end. */
export const beginCommand = (databaseUrl: string, args: string[]) =>
  spawn(process.execPath, ['dist/apps/cli/main.js', ...args], { env: environment(databaseUrl, {}) });

/** Runs an operator's command on a database, with settings and standard input of its own. */
export function runCommand(databaseUrl: string, args: string[], more: Record<string, string> = {}, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/apps/cli/main.js', ...args], {
    env: environment(databaseUrl, more),
    encoding: 'utf8',
    input,
  });
  return { status, out: stdout.trim(), err: stderr.trim() };
}
