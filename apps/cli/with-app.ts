import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { isDebug } from '#apps/cli/sentence';
import { type Config, readConfig } from '#libs/core/config/config';

type Work<T> = (app: INestApplicationContext) => Promise<T>;

/** Gives a command the services of Lodge, without HTTP, and closes them afterwards. */
export const withApp = async <T>(work: Work<T>): Promise<T> =>
  within((await import('#apps/api/api.module')).ApiModule, work);

/** The same with the services about sites, users and their sessions only, which start in half the time. */
export const withAccounts = async <T>(work: Work<T>): Promise<T> =>
  within((await import('#apps/cli/accounts-app.module')).AccountsAppModule, work);

async function within<T>(module: { with(config: Config): DynamicModule }, work: Work<T>): Promise<T> {
  const app = await NestFactory.createApplicationContext(module.with(readConfig()), {
    logger: isDebug() && ['error', 'fatal'],
    abortOnError: false,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
