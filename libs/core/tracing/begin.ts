// Imported first by the API and the worker, because everything that they import next has to be traced from its first
// call.
import { basename, dirname } from 'node:path';
import { loadEnvFile, traceEndpoint } from '#libs/core/config/config';
import { startTracing } from '#libs/core/tracing/tracing';

loadEnvFile();
const endpoint = traceEndpoint();
if (endpoint) {
  // There OpenTelemetry reads it.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  // dist/apps/api/main.js is lodge-api.
  startTracing(`lodge-${basename(dirname(process.argv[1] ?? 'lodge'))}`);
}
