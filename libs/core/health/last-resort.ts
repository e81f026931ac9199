import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { Lifecycle } from '#libs/core/health/lifecycle';

/** `EX_SOFTWARE` of sysexits.h: an error inside Lodge, apart from a start that failed (1) and a stop that was requested (0). */
const EXIT_CODE = 70;
const LIMIT_MS = 10_000;

/**
 * Ends the process after an unhandled error, because its state is unknown from then on. It logs the error, takes no
 * more requests or jobs, finishes those under way for at most 10 s, and exits with code 70 for its supervisor to start it again.
 */
export function endOnUncaughtErrors(logger: Logger, app: INestApplicationContext): void {
  let ending = false;
  const end = (error: unknown) => {
    logger.fatal({ err: error }, 'An error that nobody handles: this process takes no more work and ends');
    if (ending) return;
    ending = true;
    app.get(Lifecycle).end();
    const exit = () => process.exit(EXIT_CODE);
    setTimeout(exit, LIMIT_MS);
    void app.close().then(exit, exit);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
