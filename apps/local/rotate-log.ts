import { copyFile, rename, stat, truncate } from 'node:fs/promises';

const MOST_BYTES = 10 * 1_048_576;
const KEPT = 5;
const LOOK_MS = 30_000;

/**
 * Keeps a log that other processes append to below a size: what is in it becomes `<file>.1`, and what was that `<file>.2`, up to five.
 * It is copied and emptied, not renamed, since who appends holds it open.
 */
export async function rotateLog(file: string, mostBytes = MOST_BYTES): Promise<void> {
  const size = await stat(file).then(({ size }) => size, () => 0); // prettier-ignore
  if (size <= mostBytes) return;
  for (let number = KEPT - 1; number >= 1; number--)
    await rename(`${file}.${number}`, `${file}.${number + 1}`).catch(() => undefined);
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Looks at it again and again. @returns what ends that */
export function keepRotating(file: string): () => void {
  const timer = setInterval(() => void rotateLog(file).catch(() => undefined), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
