import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { WorkerModule } from '#apps/worker/worker.module';
import type { Config } from '#libs/core/config/config';
import { NestLogger } from '#libs/core/logging/logger';

/** The process that runs jobs. It works as soon as it is made, and finishes what it does when it is closed. */
export const createWorker = (config: Config, logger: Logger): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(WorkerModule.with(config), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
