import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

/** Runs a program with `logger` in a process of its own, and returns the lines that it wrote and its exit code. */
async function logged(program: string): Promise<{ lines: Record<string, unknown>[]; code: number }> {
  const text = `import { makeLogger, withoutRedaction } from './dist/libs/core/logging/logger.js';
    const logger = makeLogger('info');
    ${program}`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', text]);
  const { stdout, code } = await run.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  const lines = stdout.trim().split('\n');
  return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), code };
}

describe('the log', () => {
  test('of a process that ends has every line, however it ends', async () => {
    const write = 'for (let n = 0; n < 500; n++) logger.info({ n });';
    for (const [end, expected] of [
      ['', 0],
      ['process.exit(3);', 3],
      ['throw new Error("unexpected");', 1],
      [
        'process.on("SIGTERM", () => process.exit(4)); process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 9e4);',
        4,
      ],
    ] as const) {
      const { lines, code } = await logged(write + end);
      expect([end, lines.length, lines.at(-1)?.n, code]).toEqual([end, 500, 499, expected]);
    }
  });

  test('has no secrets, and its lines without redaction are lines like the others', async () => {
    const { lines } = await logged(`
      logger.info({ body: { password: 'hunter2', deep: { token: 'hunter2' } }, authorization: 'hunter2' });
      withoutRedaction(logger).info({ request_id: 'r-1', path: '/' });`);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[1]).toEqual({ level: 30, time: expect.any(Number), request_id: 'r-1', path: '/' });
  });
});
