import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Usage } from '#libs/core/limits/sliding-window';

/** A request that was counted, with the policy that is closest to its end. */
export interface CountedRequest extends FastifyRequest {
  usage: Usage | null;
  /** True once it was counted before its body was read. */
  isCounted: boolean;
}

/** Adds to every counted response how many requests remain, and to a refused one when to retry. */
export function addLimitHeaders(server: FastifyInstance): void {
  server.decorateRequest('usage', null);
  server.decorateRequest('isCounted', false);
  server.addHook('onSend', (request, reply, payload, done) => {
    const { usage } = request as CountedRequest;
    if (usage) writeHeaders(reply, usage);
    done(null, payload);
  });
}

function writeHeaders(reply: FastifyReply, { policy, remaining, resetSeconds }: Usage): void {
  reply.header('ratelimit-policy', `${policy.limit};w=${policy.seconds}`);
  reply.header('ratelimit-limit', policy.limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', resetSeconds);
  if (reply.statusCode === 429) reply.header('retry-after', resetSeconds);
}
