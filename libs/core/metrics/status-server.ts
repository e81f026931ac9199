import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { Health } from '#libs/core/health/health';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { readinessOf } from '#libs/core/health/readiness';
import { Metrics } from '#libs/core/metrics/metrics';

/** Serves /metrics and /health on a port of its own, which belongs into the inner network only. */
export async function serveStatus(app: INestApplicationContext, port: number, host: string): Promise<Server> {
  const pages = pagesOf(app);
  const server = createServer((request, response) => {
    const page = pages[request.url?.split('?')[0] ?? ''];
    if (!page || request.method !== 'GET') return void response.writeHead(404).end();
    page(response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}

function pagesOf(app: INestApplicationContext): Record<string, (response: ServerResponse) => Promise<unknown>> {
  const [health, life, metrics] = [app.get(Health), app.get(Lifecycle), app.get(Metrics)];
  const json = (response: ServerResponse, ok: boolean, body: object) =>
    response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return {
    '/health/live': async (response) => json(response, true, { status: 'ok' }),
    '/health/startup': async (response) => {
      const migrated = await health.isMigrated();
      json(response, migrated, { status: migrated ? 'ok' : 'unavailable' });
    },
    '/health/ready': async (response) => {
      const readiness = await readinessOf(health, life);
      json(response, readiness.status !== 'unavailable', readiness);
    },
    '/metrics': async (response) => {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
    },
  };
}
