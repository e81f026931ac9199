import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { mapWithYield } from '#libs/core/async/with-yield';
import type { CommitRequest, ImportPreviewRequest } from '#libs/booking-import/booking-import.dto';
import { declaredIn } from '#libs/booking-import/columns/declared';
import type { Answer, RowsTask, Task, ThreadSettings } from '#libs/booking-import/import-thread';
import type { AcceptedImport } from '#libs/booking-import/commit/accept-import';

/** Small imports need not wait for a large one: the work of a thread is done in turns. */
const AT_ONCE = 4;
/** So that the connections to PostgreSQL have a limit on a machine of any size. */
const MOST_THREADS = 4;
const IDLE_MS = 300_000;
/** What a thread may keep in memory: 20,000 rows take up to 400 MB. More of it ends the thread, and not the process with all its requests. */
const HEAP_MB = 512;
/** Rows of so many characters are read one file after another in a process, so that their memory has a limit, too. */
const LARGE = 1_000_000;

// Specs run from the sources, threads always from what was built of them.
const BUILT = fileURLToPath(new URL('./import-thread.js', import.meta.url));
const THREAD = existsSync(BUILT) ? BUILT : BUILT.replace(/[/\\](?=libs[/\\]booking-import[/\\][^/\\]*$)/, '/dist/');

/** Reads files of imports in threads of their own, so that requests do not wait while a large one is understood. */
@Injectable()
export class ImportThreads implements OnApplicationShutdown {
  private readonly inTurn = pLimit(1);
  private threads: Piscina<Task | RowsTask | undefined, Answer> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Starts a thread that stays and has read a file, so that the first one after a start takes as long as the next. */
  async warmUp(): Promise<void> {
    this.threads ??= this.open(1);
    await this.run('warmUp', undefined);
  }

  private open(minThreads: number): Piscina<Task | RowsTask | undefined, Answer> {
    return new Piscina({
      filename: THREAD,
      workerData: { databaseUrl: this.config.DATABASE_URL, connections: AT_ONCE } satisfies ThreadSettings,
      // A thread that waits without its event loop would not see that PostgreSQL has closed its connections.
      atomics: 'disabled',
      minThreads,
      maxThreads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
      concurrentTasksPerWorker: AT_ONCE,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // Where the system lets it be. With more, a thread of a machine that is busy gets so little that a small import waits for a minute.
      niceIncrement: 5,
    });
  }

  /** The response to a preview, as JSON. */
  async preview(access: SiteAccess, { rows, ...request }: ImportPreviewRequest, now: Date): Promise<Buffer> {
    const declared = declaredIn(request);
    const bytes = await this.run('preview', { access: { ...access }, now, rows: await jsonOf(rows), declared });
    return Buffer.from((bytes as Uint8Array).buffer);
  }

  /** Writes an import down, or finds the one that its key was used for. */
  async accept(access: SiteAccess, request: CommitRequest, now: Date): Promise<AcceptedImport> {
    const { idempotency_key: key, preview_id: previewId, rows, resolutions } = request;
    const declared = declaredIn(request);
    const task = {
      access: { ...access },
      now,
      key,
      previewId,
      declared,
      rows: await jsonOf(rows ?? []),
      resolutions: resolutions && (await jsonOf(resolutions)),
    };
    return (await this.run('accept', task)) as AcceptedImport;
  }

  /** The rows of an import that came to nothing, as a file. @throws NotFound, DomainError `import_emptied` */
  async rows(access: SiteAccess, importId: string, format: ExportFormat, now: Date): Promise<Buffer> {
    const bytes = await this.run('rows', { access: { ...access }, now, importId, format });
    return Buffer.from(bytes as Uint8Array);
  }

  private async run(
    name: 'preview' | 'accept' | 'rows' | 'warmUp',
    task: Task | RowsTask | undefined,
  ): Promise<unknown> {
    this.threads ??= this.open(0);
    const { threads } = this;
    const isLarge = task !== undefined && 'rows' in task && task.rows.length >= LARGE;
    const read = () => threads.run(task, { name });
    const answer = await (isLarge ? this.inTurn(read) : read()).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error;
    });
    if ('value' in answer) return answer.value;
    const { code, detail, members, errors } = answer.error;
    throw new DomainError(code, detail, members, errors);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}

// Others whose files were being read in the same thread get it, too.
const outOfMemory = () =>
  new DomainError('overloaded', 'Files that are being read need more memory than there is. Send it again, in several files if it is large.'); // prettier-ignore

/** What is sent to a thread as text is copied there at once; objects would be taken apart one by one. */
const jsonOf = async (list: object[]): Promise<string> =>
  `[${(await mapWithYield(list, (each) => JSON.stringify(each))).join()}]`;
