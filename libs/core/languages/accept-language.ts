import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, LANGUAGES } from '#libs/core/languages/catalogue';

const MOST_CHARACTERS = 500;

/** The language that a header `Accept-Language` likes best of those that there are (RFC 9110, 12.5.4); undefined: none of them. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const liked = (header ?? '')
    .slice(0, MOST_CHARACTERS)
    .split(',')
    .map((part) => /^\s*([a-z]{2})(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(part))
    .map((found) => ({ language: found?.[1]?.toLowerCase(), weight: Number(found?.[2] ?? 1) }))
    .filter(({ language, weight }) => weight > 0 && LANGUAGES.includes(language as Language))
    .sort((one, other) => other.weight - one.weight);
  return liked[0]?.language as Language | undefined;
}

/** The language that the caller prefers, if it is one of ours. */
export const AcceptLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language | undefined => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return preferredLanguage(request.headers['accept-language']);
});

/** Tells caches that the response depends on `Accept-Language`. */
export function varyByLanguage(reply: FastifyReply): FastifyReply {
  const others = String(reply.getHeader('vary') ?? '');
  if (/(^|,)\s*accept-language\s*(,|$)/i.test(others)) return reply;
  return reply.header('vary', others ? `${others}, Accept-Language` : 'Accept-Language');
}
