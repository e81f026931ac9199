import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresHome } from '#apps/local/postgres-home';

const run = promisify(execFile);

/** Runs one of PostgreSQL's programs as the account of its home. */
export const runProgram = (home: PostgresHome, name: 'initdb' | 'pg_ctl', args: string[]) =>
  run(join(home.bin, name), args, {
    ...home.account,
    cwd: join(home.data, '..'),
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  });

export const control = (home: PostgresHome, ...args: string[]) =>
  runProgram(home, 'pg_ctl', ['-D', home.data, ...args]);

/** The line of PostgreSQL's output that names the cause: what follows it is about cleaning up. */
export function causeIn(output: string): string {
  const lines = output.trim().split('\n');
  const cause = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? '';
  return cause.replace(/^.*?\b(FATAL|PANIC|error):\s+/, '');
}
