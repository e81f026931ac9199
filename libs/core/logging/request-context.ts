import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  id: string | undefined;
  /** The site that the guard let the caller into. */
  siteId?: string | undefined;
}

const requests = new AsyncLocalStorage<RequestContext>();

/** The id of the request for which something is done, in the api or in the job that it queued. */
export const requestId = (): string | undefined => requests.getStore()?.id;

/** The site of the request, once the guard has let the caller in. */
export const siteOfRequest = (): string | undefined => requests.getStore()?.siteId;

export const withinRequest = <T>(context: RequestContext, work: () => T): T => requests.run(context, work);

export const withRequestId = <T>(id: string | undefined, work: () => T): T => withinRequest({ id }, work);
