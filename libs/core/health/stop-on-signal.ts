import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { flushTraces } from '#libs/core/tracing/tracing';

const LIMIT_MS = 25_000;

/**
 * Stops the process on SIGTERM or SIGINT, after a delay in which it says that it is stopping. What is not done within 25
 * seconds more is cut off: a transaction rolls back, and another worker takes the job up when its lock has run out.
 */
export function stopOnSignal(logger: Logger, app: INestApplicationContext, delaySeconds = 0): void {
  const end = async (signal: string) => {
    logger.info(`Stopping on ${signal}`);
    app.get(Lifecycle).end();
    await sleep(delaySeconds * 1_000);
    const limit = setTimeout(() => {
      logger.error(`Not everything was done within ${LIMIT_MS / 1_000} s; the rest is cut off`);
      process.exit(1);
    }, LIMIT_MS);
    await app.close().catch((error: unknown) => logger.error({ err: error }, 'While stopping'));
    await flushTraces();
    clearTimeout(limit);
    logger.info('Stopped');
    process.exit(0);
  };
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!ending) void end(signal);
      ending = true;
    });
  }
}
