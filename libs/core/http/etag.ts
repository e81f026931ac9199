import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, VersionMismatch } from '#libs/core/errors/domain-error';

interface Versioned {
  version?: unknown;
  booking?: { version?: unknown };
}

/** Every response that is one record has its version as ETag. */
export function addEtags(server: FastifyInstance): void {
  server.addHook('preSerialization', (_request, reply, payload, done) => {
    const { version, booking } = (payload ?? {}) as Versioned;
    const found = version ?? booking?.version;
    if (typeof found === 'number') setVersion(reply, found);
    done(null, payload);
  });
}

/** Tells the version of a record whose response does not hold it. */
export const setVersion = (reply: FastifyReply, version: number) => reply.header('etag', `"${version}"`);

function readIfMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined)
    throw new DomainError('version_mismatch', 'If-Match must be an ETag that this service gave.');
  return Number(version);
}

/** The version that If-Match requires, or undefined when the request has none. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readIfMatch(context.switchToHttp().getRequest()),
);

/** @throws VersionMismatch when the caller's version is not the record's */
export function requireVersion(current: number, asked: number | undefined): void {
  if (asked !== undefined && asked !== current) throw new VersionMismatch(current);
}
