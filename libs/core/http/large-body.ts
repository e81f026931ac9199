import { setImmediate as othersFirst } from 'node:timers/promises';
import { parseChunked } from '@discoveryjs/json-ext';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';

const LARGE = 16 * 1_048_576;

/** A route that accepts bodies of up to 16 MiB; with `csv` also rows as `text/csv`. */
export const LargeBody = ({ csv = false } = {}): MethodDecorator => RouteConfig({ large: true, csv });

export function acceptLargeBodies(route: RouteOptions): void {
  if ((route.config as { large?: boolean } | undefined)?.large) route.bodyLimit = LARGE;
}

const PIECE = 65_536;
/** What may spell a key that reaches for a prototype. */
const SUSPICIOUS = /__proto__|constructor|\\u/;

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) {
    if (from > 0) await othersFirst();
    yield text.slice(from, from + PIECE);
  }
}

/**
 * Reads JSON, that of large bodies in turns with everybody else's work. Cells of large bodies come from anywhere: what could reach for a prototype is left out there, where it would
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
    if (!large || body.length <= PIECE || SUSPICIOUS.test(body)) return (large ? forgiving : strict)(request, body, done);
    parseChunked(() => piecesOf(body)).then(
      (value) => done(null, value),
      // Tells what is wrong with it.
      () => forgiving(request, body, done),
    );
  });
}
