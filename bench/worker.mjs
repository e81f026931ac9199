// The worker as it runs in production.
import { createWorker } from '#apps/worker/create-worker';
import { readConfig } from '#libs/core/config/config';
import { makeLogger } from '#libs/core/logging/logger';
import { listening } from './meter.mjs';

const config = readConfig();
await createWorker(config, makeLogger(config.LOG_LEVEL));
listening(0);
