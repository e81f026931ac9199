import { SingleBar } from 'cli-progress';

/** Shows on a terminal how many tables are done while the work goes on. In a log it writes nothing. */
export async function shown<T>(
  verb: string,
  work: (onTable: (done: number, total: number, name: string) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar({
    format: `${verb} {name} [{bar}] {value} of {total} tables`,
    clearOnComplete: true,
    stream: process.stderr,
  });
  try {
    return await work((done, total, name) => {
      if (done === 0) bar.start(total, 0, { name });
      bar.update(done, { name });
    });
  } finally {
    bar.stop();
  }
}
