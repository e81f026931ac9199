import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { serveDocs } from '#apps/api/docs';
import { servePageFiles } from '#apps/api/pages/page-files';
import { serveSecurityTxt } from '#apps/api/security-txt';
import { ApiModule } from '#apps/api/api.module';
import { Admission } from '#libs/accounts/access/admission';
import { isOwner } from '#libs/accounts/members/owners';
import type { Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { guardLargeBodies } from '#libs/core/http/large-body';
import { makeAdapter, prepareServer } from '#libs/core/http/server';
import { NestLogger } from '#libs/core/logging/logger';
import { serveQueueDashboard } from '#libs/core/queue/queue-dashboard';
import { serveFiles } from '#libs/core/storage/serve-files';

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

/** Everything that an application needs in addition to its modules. */
export async function prepareApi(app: NestFastifyApplication, config: Config): Promise<void> {
  await prepareServer(app, config);
  guardLargeBodies(app.getHttpAdapter().getInstance() as never, (request, isLarge) =>
    app.get(Admission).admit(request, isLarge),
  );
  await serveFiles(app);
  await serveQueueDashboard(app, config, (userId) => isOwner(app.get(Database), userId));
  serveSecurityTxt(app.getHttpAdapter().getInstance() as never, config);
  servePageFiles(app.getHttpAdapter().getInstance() as never);
  serveDocs(app);
}
