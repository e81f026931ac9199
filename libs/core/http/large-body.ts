import { finished } from 'node:stream';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { parseChunked } from '@discoveryjs/json-ext';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { FileRow } from '#libs/core/csv/file-rows';
import { DomainError } from '#libs/core/errors/domain-error';

/** The most bytes of a body that any route accepts. */
export const LARGE = 16 * 1_048_576;
/** The most bytes of a body that any other route accepts. */
export const ORDINARY = 1_048_576;
/** How many bodies above the ordinary limit one process reads at the same time. */
const AT_ONCE = 4;

/** How a route takes rows in files. */
export interface FileRoute {
  /** Whether it knows a header. */
  isColumn: (header: string) => boolean;
  /** The field of the body in which it wants the rows, and in which form. */
  rowsIn: string;
  rowOf: (row: FileRow) => object;
  /** What the query says beside the file, as the body would say it. */
  beside?: (query: Record<string, unknown>) => object;
}

/** What a route says of its bodies. */
export interface LargeRoute {
  large?: boolean;
  files?: FileRoute | undefined;
}

/** A route that accepts bodies of up to 16 MiB; with `files` also rows as files. */
export const LargeBody = (files?: FileRoute): MethodDecorator =>
  RouteConfig({ large: true, files } satisfies LargeRoute);

const isLargeRoute = ({ config }: RouteOptions): boolean => Boolean((config as LargeRoute | undefined)?.large);

export function acceptLargeBodies(route: RouteOptions): void {
  if (isLargeRoute(route)) route.bodyLimit = LARGE;
}

/**
 * Guards stand behind the reading of a body, and a large one becomes many times its size in memory: whoever sends one shows a
 * credential before, and only a few are read at the same time. Call it before the routes are made.
 */
export function guardLargeBodies(
  server: FastifyInstance,
  requireCredential: (request: FastifyRequest) => Promise<void>,
): void {
  const beingRead = new Set<FastifyRequest>();
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    await requireCredential(request);
    if (!mayBeLarge(request)) return;
    if (beingRead.size >= AT_ONCE)
      throw new DomainError('overloaded', 'Too many large bodies are being read at the moment.');
    beingRead.add(request);
    // Whoever goes away in the middle of a body never has it read to the end.
    finished(reply.raw, () => beingRead.delete(request));
  };
  const release = async (request: FastifyRequest) => void beingRead.delete(request);
  server.addHook('onRoute', (route) => {
    if (!isLargeRoute(route)) return;
    route.onRequest = [route.onRequest ?? [], admit].flat();
    route.preValidation = [release, route.preValidation ?? []].flat();
  });
}

const mayBeLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > ORDINARY;

const PIECE = 65_536;
/** What may spell a key that reaches for a prototype. */
const SUSPICIOUS = ['__proto__', 'constructor', '\\u'];

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) {
    if (from > 0) await othersFirst();
    yield text.slice(from, from + PIECE);
  }
}

/**
 * Reads JSON, that of large bodies in turns with everybody else's work. Cells of large bodies come from anywhere: what could
 * reach for a prototype is left out there, where it would otherwise have the whole file refused.
 */
export function acceptJson(server: FastifyInstance): void {
  const [strict, forgiving] = [
    server.getDefaultJsonParser('error', 'error'),
    server.getDefaultJsonParser('remove', 'remove'),
  ];
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { large } = request.routeOptions.config as LargeRoute;
    if (!large || body.length <= PIECE || SUSPICIOUS.some((each) => body.includes(each)))
      return (large ? forgiving : strict)(request, body, done);
    parseChunked(() => piecesOf(body)).then(
      (value) => done(null, value),
      // Tells what is wrong with it.
      () => forgiving(request, body, done),
    );
  });
}
