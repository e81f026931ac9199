import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until something holds. @throws Error when the seconds are over */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 100): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; !(await holds()); await sleep(20))
    if (performance.now() > end) throw new Error(`it did not happen within ${seconds} s`);
}
