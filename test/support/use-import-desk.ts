import { afterAll, expect } from '@jest/globals';
import type { INestApplicationContext as Context } from '@nestjs/common';
import { findViolations } from './checker.js';
import { ImportDesk } from './import-desk.js';
import { Lodge, type StartOptions } from './lodge.js';
import { startWorker } from './test-worker.js';

interface DeskOptions extends StartOptions {
  /** Whether a worker makes the imports, for which each commit waits. */
  worker?: boolean;
  /** The site of the desk, and the role of who imports. */
  desk?: Parameters<typeof ImportDesk.open>[1];
}

interface Desk {
  lodge: Lodge;
  desk: ImportDesk;
}

/**
 * A Lodge for the specs of one file, with a site into which a user imports: `const { lodge, desk } = await useImportDesk()`. After the
 * last spec its data is checked, and it stops.
 */
export async function useImportDesk(options: DeskOptions & { worker: true }): Promise<Desk & { worker: Context }>;
export async function useImportDesk(options?: DeskOptions): Promise<Desk>;
export async function useImportDesk({ worker: hasWorker, desk, settings, ...options }: DeskOptions = {}) {
  const waits = hasWorker && { IMPORT_WAIT_SECONDS: '60' };
  const lodge = await Lodge.start({ ...options, settings: { ...waits, ...settings } });
  const worker = hasWorker ? await startWorker(lodge) : undefined;
  afterAll(async () => {
    expect(await findViolations(lodge)).toEqual([]);
    await worker?.close();
    await lodge.stop();
  });
  return { lodge, worker, desk: await ImportDesk.open(lodge, desk) };
}
