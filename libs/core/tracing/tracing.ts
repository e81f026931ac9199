import { createRequire } from 'node:module';
import type { BullMQOtel } from 'bullmq-otel';

// What a link carries to prove itself does not belong into a trace.
const SECRET_PARAMETERS = ['signature', 'X-Amz-Signature', 'X-Amz-Credential', 'token'];
const PROBES = /^\/(health|metrics)\b/;

let running: { jobs: BullMQOtel; flush(): Promise<void> } | undefined;

/** Lets jobs carry the trace of the request that queued them; undefined when nothing is traced. */
export const jobTracing = (): BullMQOtel | undefined => running?.jobs;

/** Sends what was not sent yet; call it before the process ends. */
export async function flushTraces(): Promise<void> {
  // An unavailable collector must not prevent a process from ending.
  await running?.flush().catch(() => undefined);
}

/**
 * Sends traces of requests, statements and jobs to a collector, by OTLP over HTTP. It has to run before anything makes a
 * server or a connection; so what it needs is required, not imported, and not at all unless it is called.
 */
export function startTracing(service: string): void {
  const require = createRequire(import.meta.url);
  const sdk = require('@opentelemetry/sdk-trace-node') as typeof import('@opentelemetry/sdk-trace-node');
  const resources = require('@opentelemetry/resources') as typeof import('@opentelemetry/resources');
  const otlp =
    require('@opentelemetry/exporter-trace-otlp-http') as typeof import('@opentelemetry/exporter-trace-otlp-http');
  const attributes = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service }).merge(attributes),
    spanProcessors: [new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter())],
  });
  provider.register();
  instrument(require);
  const { BullMQOtel: JobTracing } = require('bullmq-otel') as typeof import('bullmq-otel');
  running = { jobs: new JobTracing({ tracerName: 'lodge' }), flush: () => provider.forceFlush() };
}

function instrument(require: NodeJS.Require): void {
  const { registerInstrumentations } =
    require('@opentelemetry/instrumentation') as typeof import('@opentelemetry/instrumentation');
  const { HttpInstrumentation } =
    require('@opentelemetry/instrumentation-http') as typeof import('@opentelemetry/instrumentation-http');
  const { PgInstrumentation } =
    require('@opentelemetry/instrumentation-pg') as typeof import('@opentelemetry/instrumentation-pg');
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => PROBES.test(url ?? ''),
        requireParentforOutgoingSpans: true,
        redactedQueryParams: SECRET_PARAMETERS,
        redactedQueryParamsServer: SECRET_PARAMETERS,
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  // Prototypes are changed as these are required; modules that import them later get the same ones.
  for (const name of ['node:http', 'node:https', 'pg', 'pg-pool']) require(name);
}
