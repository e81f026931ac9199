// Imported first by api and worker: whatever they import next has to be traced from its first call.
import { basename, dirname } from 'node:path';
import { isTraced, loadEnvFile } from '#libs/core/config/config';
import { startTracing } from '#libs/core/tracing/tracing';

loadEnvFile();
// dist/apps/api/main.js is lodge-api.
if (isTraced()) startTracing(`lodge-${basename(dirname(process.argv[1] ?? 'lodge'))}`);
