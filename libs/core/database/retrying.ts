import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from '#libs/core/errors/postgres-errors';

const RETRIES = 3;

/** Runs work again, a few times, when PostgreSQL gave it up in favour of others: a deadlock, or a serialization failure. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt > RETRIES) throw error;
      await sleep(5 * attempt + Math.random() * 20 * attempt);
    }
  }
}
