import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { serveDocs } from '#apps/api/docs';
import { ApiModule } from '#apps/api/api.module';
import type { Config } from '#libs/core/config/config';
import { makeAdapter, prepareServer } from '#libs/core/http/server';
import { NestLogger } from '#libs/core/logging/logger';

/** The HTTP service, ready to listen. */
export async function createApi(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), makeAdapter(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  await prepareApi(app, config);
  return app;
}

/** Everything that an application needs beside its modules. */
export async function prepareApi(app: NestFastifyApplication, config: Config): Promise<void> {
  await prepareServer(app, config);
  serveDocs(app);
}
