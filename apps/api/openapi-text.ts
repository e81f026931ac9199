import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { describeApi } from '#apps/api/docs';
import { ApiModule } from '#apps/api/api.module';
import { readConfig } from '#libs/core/config/config';

/** The checked-in OpenAPI document, made from the code. Needs no PostgreSQL. */
export async function openapiText(): Promise<string> {
  const config = readConfig({
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: 'postgres://localhost/none',
    JWT_SECRET: 'only to build the modules, nothing is signed',
    MAIL_URL: 'file:///dev/null',
    STORAGE_URL: 'file:///dev/null',
  });
  const module = ApiModule.with(config, { connect: false });
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  const text = `${JSON.stringify(describeApi(app), null, 2)}\n`;
  return text;
}
