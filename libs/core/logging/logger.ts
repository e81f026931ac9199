import type { LoggerService } from '@nestjs/common';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { pino, type DestinationStream, type Logger } from 'pino';
import { requestId } from '#libs/core/logging/request-context';

const SECRETS = ['password', 'new_password', 'token', 'authorization', 'cookie', 'set-cookie'];

/**
 * What a log may know of an error: what and where. PostgreSQL's words quote the row, the mail server's the recipient,
 * so of those only the codes; properties of errors, such as the values of a statement, never.
 */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = sqlState(error);
  const isPostgres = 'severity' in ((error as { driverError?: object }).driverError ?? error);
  return {
    type: error.name,
    message: isPostgres ? `PostgreSQL ${code}` : error.message,
    code,
    constraint,
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
}

/** How long a line may wait for others, so that they are written together, in milliseconds. */
const WAIT_MS = 100;
const TOGETHER_BYTES = 8_192;

let output: DestinationStream | undefined;

/** Standard output, written in batches. What waits when the process ends is written then; only `kill -9` loses it. */
function standardOutput(): DestinationStream {
  if (!output) {
    const batches = pino.destination({ dest: 1, sync: true, minLength: TOGETHER_BYTES, periodicFlush: WAIT_MS });
    process.on('exit', () => batches.flushSync());
    output = batches;
  }
  return output;
}

/** The one logger of a process: JSON lines, secrets redacted by name, the request's id wherever there is one. */
export function makeLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const mixin = () => (requestId() ? { request_id: requestId() } : {});
  const redact = { paths, censor: '[redacted]' };
  const options = { level, base: undefined, mixin, redact, serializers: { err: plainError } };
  return pino(options, destination ?? standardOutput());
}

/** The same logger for lines whose fields cannot hold secrets: they are not searched for any. */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] });

// Says that api and worker of one process have a data source each; nothing looks one up by its name.
const HARMLESS = 'DataSourceNameRegistry';

/** Nest's own messages, through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) =>
    this.write(rest.at(-1) === HARMLESS ? 'debug' : 'warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  private write(level: 'debug' | 'error' | 'warn' | 'trace' | 'fatal', message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    if (typeof message === 'object' && message !== null) this.logger[level]({ context, ...message });
    else this.logger[level]({ context }, String(message));
  }
}
