import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Logger } from 'pino';
import { WorkerModule } from '#apps/worker/worker.module';
import type { Config } from '#libs/core/config/config';
import { makeLogger, NestLogger } from '#libs/core/logging/logger';
import { Clock } from '#libs/core/time/clock';
import type { Lodge } from './lodge.js';

interface WorkerOptions {
  /** Settings that differ from those of the lodge. */
  settings?: Partial<Config>;
  logger?: Logger;
}

/**
 * A worker in this process, on the database and the clock of a lodge: by the clock of the machine, what a lodge made today may be due
 * for removal. Close it before the lodge stops.
 */
export async function startWorker(
  lodge: Lodge,
  { settings = {}, logger }: WorkerOptions = {},
): Promise<INestApplicationContext> {
  const config = { ...lodge.instance.config, ...settings };
  const module = await Test.createTestingModule({ imports: [WorkerModule.with(config)] })
    .overrideProvider(Clock)
    .useValue(lodge.clock)
    .setLogger(new NestLogger(logger ?? makeLogger(config.LOG_LEVEL)))
    .compile();
  return module.init();
}
