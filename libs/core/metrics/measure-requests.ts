import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { problemOf, sendProblem } from '#libs/core/errors/problem';
import type { Metrics } from '#libs/core/metrics/metrics';
import { sha256 } from '#libs/core/text/sha256';

/** Counts every response under the template of its route, never under its path: each id would create a series. */
export function measureRequests(server: FastifyInstance, metrics: Metrics, config: Config): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
  if (!config.METRICS_TOKEN) return;
  const wanted = sha256(`Bearer ${config.METRICS_TOKEN}`);
  server.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(sha256(request.headers.authorization ?? ''), wanted)) {
      const error = new DomainError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.');
      return sendProblem(reply, problemOf(error, config.PUBLIC_URL, request.id));
    }
    return reply.type(metrics.registry.contentType).send(await metrics.text());
  });
}
