import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';

const LARGE = 16 * 1_048_576;

/** A route that accepts bodies of up to 16 MiB; with `csv` also rows as `text/csv`. */
export const LargeBody = ({ csv = false } = {}): MethodDecorator => RouteConfig({ large: true, csv });

export function acceptLargeBodies(route: RouteOptions): void {
  if ((route.config as { large?: boolean } | undefined)?.large) route.bodyLimit = LARGE;
}

/**
 * Reads JSON. Cells of large bodies come from anywhere: what could reach for a prototype is left out there, where it would
 * otherwise have the whole file refused.
 */
export function acceptJson(server: FastifyInstance): void {
  const [strict, forgiving] = [
    server.getDefaultJsonParser('error', 'error'),
    server.getDefaultJsonParser('remove', 'remove'),
  ];
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { large } = request.routeOptions.config as { large?: boolean };
    return (large ? forgiving : strict)(request, body, done);
  });
}
