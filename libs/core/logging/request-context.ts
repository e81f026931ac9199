import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What everything that a request leads to can know of it. */
export interface RequestContext {
  id: string | undefined;
  /** The site that the guard let the caller into. */
  siteId?: string | undefined;
  /** A statement that is sent together with the first one of the request: a `Companion`. */
  companion?: object | undefined;
  /** What has to be confirmed before the caller learns anything. It throws the refusal. */
  confirm?: (() => Promise<unknown>) | undefined;
}

const requests = new AsyncLocalStorage<RequestContext>();

/** What is known of the request for which something is done. */
export const requestContext = (): RequestContext | undefined => requests.getStore();

/** The id of the request for which something is done, in the api or in the job that it queued. */
export const requestId = (): string | undefined => requests.getStore()?.id;

/** The site of the request, once the guard has let the caller in. */
export const siteOfRequest = (): string | undefined => requests.getStore()?.siteId;

export const withRequestId = <T>(id: string | undefined, work: () => T): T => requests.run({ id }, work);

interface KnownRequest extends FastifyRequest {
  context: RequestContext | null;
}

/** Everything that a request leads to knows the request. Call it before other hooks are added. */
export function addRequestContext(server: FastifyInstance): void {
  server.decorateRequest('context', null);
  server.addHook('onRequest', (request, _, done) => {
    const context = { id: request.id };
    (request as KnownRequest).context = context;
    requests.run(context, done);
  });
  // What follows a body that arrives in parts is called by its last part, which knows nothing of the request.
  server.addHook('preHandler', (request, _, done) => {
    const { context } = request as KnownRequest;
    if (context === null || requests.getStore() === context) done();
    else requests.run(context, done);
  });
}
