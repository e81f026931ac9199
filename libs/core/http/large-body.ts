import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { FileRow } from '#libs/core/csv/file-rows';
import { DomainError } from '#libs/core/errors/domain-error';
import { RouteSettings } from '#libs/core/http/route-settings';

/** The most bytes of a body that any route accepts. */
export const LARGE = 16 * 1_048_576;
/** The most bytes of a body that any other route accepts. */
export const ORDINARY = 1_048_576;
/** How many bodies above the ordinary limit one process reads at the same time, and how many of them for one user. */
const [AT_ONCE, OF_ONE_USER] = [4, 2];

/** How a route takes rows in files. */
export interface FileRoute {
  /** What it calls a header that it knows. */
  columnOf: (header: string) => string | undefined;
  /** The field of the body in which it wants the rows, and in which form. */
  rowsIn: string;
  rowOf: (row: FileRow, columns: Readonly<Record<string, unknown>>) => object;
  /** The query parameters of an upload, in the shape of a body. */
  parametersOf?: (query: Record<string, unknown>) => object;
  /** Whether rows below the heading of a section say so. Who does not read a file alone marks them later. */
  hasSections?: true;
  /** Whether it remembers declared encodings, so that the one of a file can be looked up. */
  remembersEncoding?: true;
  /** The field that says from which year a workbook counts its days. The workbook itself says it, so a request may not declare it for a workbook. */
  dateSystem?: string;
}

/** What a route says of its bodies. */
export interface LargeRoute {
  large?: boolean;
  files?: FileRoute | undefined;
}

/** A route that accepts bodies of up to 16 MiB; with `files` also rows as files. */
export const LargeBody = (files?: FileRoute): MethodDecorator =>
  RouteSettings({ large: true, files } satisfies LargeRoute);

const isLargeRoute = ({ config }: RouteOptions): boolean => Boolean((config as LargeRoute | undefined)?.large);

export function acceptLargeBodies(route: RouteOptions): void {
  if (isLargeRoute(route)) route.bodyLimit = LARGE;
}

/**
 * Guards run after a body has been read. The sender of a large one is therefore checked before, and only a few are read at the
 * same time. Call it before the routes are made.
 * @param admit refuses a caller who may not call the route, and returns the user
 */
export function guardLargeBodies(
  server: FastifyInstance,
  admit: (request: FastifyRequest, isLarge: boolean) => Promise<{ userId: string }>,
): void {
  const beingRead = new Map<FastifyRequest, string>();
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    const isLarge = mayBeLarge(request);
    const { userId } = await admit(request, isLarge);
    if (!isLarge) return;
    if ([...beingRead.values()].filter((each) => each === userId).length >= OF_ONE_USER)
      throw new DomainError('rate_limited', `Only ${OF_ONE_USER} large bodies of one user are read at a time.`);
    if (beingRead.size >= AT_ONCE)
      throw new DomainError('overloaded', 'Too many large bodies are being read at the moment.');
    beingRead.set(request, userId);
    // If a client disconnects in the middle of a body, the body is never read to the end.
    finished(reply.raw, () => beingRead.delete(request));
  };
  const release = async (request: FastifyRequest) => void beingRead.delete(request);
  server.addHook('onRoute', (route) => {
    if (!isLargeRoute(route)) return;
    route.onRequest = [route.onRequest ?? [], guard].flat();
    route.preValidation = [release, route.preValidation ?? []].flat();
  });
}

const mayBeLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > ORDINARY;
