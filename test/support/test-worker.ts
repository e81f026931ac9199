import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { WorkerModule } from '#apps/worker/worker.module';
import { makeLogger, NestLogger } from '#libs/core/logging/logger';
import { Clock } from '#libs/core/time/clock';
import type { Lodge } from './lodge.js';

/** A worker in this process, on the database and the clock of a lodge. Close it before the lodge stops. */
export async function startWorker(lodge: Lodge): Promise<INestApplicationContext> {
  const { config } = lodge.instance;
  const module = await Test.createTestingModule({ imports: [WorkerModule.with(config)] })
    .overrideProvider(Clock)
    .useValue(lodge.clock)
    .setLogger(new NestLogger(makeLogger(config.LOG_LEVEL)))
    .compile();
  return module.init();
}
