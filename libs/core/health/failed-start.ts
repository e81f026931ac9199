import { InvalidConfig } from '#libs/core/config/config';

/** Logs why a process cannot start, and ends it: its open connections would keep it alive, doing half of its work. */
export function endFailedStart(error: unknown): never {
  process.stderr.write(`${error instanceof InvalidConfig ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
