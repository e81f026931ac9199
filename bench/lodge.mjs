// Lodge as it runs in production: one process of the built api, with everything on.
import { createApi } from '#apps/api/create-api';
import { readConfig } from '#libs/core/config/config';
import { makeLogger } from '#libs/core/logging/logger';
import { listening } from './meter.mjs';

const config = readConfig();
const app = await createApi(config, makeLogger(config.LOG_LEVEL));
await app.listen(0, '127.0.0.1');
listening(app.getHttpServer().address().port);
