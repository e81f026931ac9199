import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const TAG_LENGTH = 27;

const LISTS = /^(application\/json|text\/calendar)(;|$)/;

// Weak: the same content may be sent compressed or not.
const tagOf = (body: string): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, TAG_LENGTH)}"`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match holds an ETag, compared weakly (RFC 9110, 13.1.2). */
export function isKnown(header: string | string[] | undefined, tag: string): boolean {
  const given = [header ?? []].flat().join(',');
  return given.trim() === '*' || given.split(',').some((each) => opaque(each) === opaque(tag));
}

const isTaggable = ({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string =>
  (method === 'GET' || method === 'HEAD') &&
  reply.statusCode === 200 &&
  typeof payload === 'string' &&
  LISTS.test(String(reply.getHeader('content-type'))) &&
  // A record carries its version, which is for If-Match: what is allowed next, or what was included, may differ between two responses of one version.
  !reply.hasHeader('etag');

/**
 * Gives every list an ETag made of its content, and returns 304 without a body to a caller who has that content already. The query is
 * run all the same: what it saves is the way, and the work of the reader.
 */
export function addListEtags(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isTaggable(request, reply, payload)) return done(null, payload);
    const tag = tagOf(payload);
    reply.header('etag', tag);
    if (!isKnown(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.status(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}
