import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '#apps/api/api.module';
import { isDebug } from '#apps/cli/sentence';
import { readConfig } from '#libs/core/config/config';

/** Gives a command the services of Lodge, without HTTP, and closes them afterwards. */
export async function withApp<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const app = await NestFactory.createApplicationContext(ApiModule.with(readConfig()), {
    logger: isDebug() && ['error', 'fatal'],
    abortOnError: false,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
