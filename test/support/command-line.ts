import { spawnSync } from 'node:child_process';

/** Runs an operator's command on a database, with settings and standard input of its own. */
export function runCommand(databaseUrl: string, args: string[], more: Record<string, string> = {}, input = '') {
  const env = {
    PATH: process.env.PATH ?? '',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'a secret that is long enough for the tests',
    MAIL_URL: 'file:///tmp/lodge-test-mail',
    STORAGE_URL: 'file:///tmp/lodge-test-files',
    ...more,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/apps/cli/main.js', ...args], {
    env,
    encoding: 'utf8',
    input,
  });
  return { status, out: stdout.trim(), err: stderr.trim() };
}
