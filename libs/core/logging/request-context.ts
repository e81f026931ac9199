import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | undefined>();

/** The id of the request for which something is done, in the api or in the job that it rang for. */
export const requestId = (): string | undefined => requests.getStore();

export const withRequestId = <T>(id: string | undefined, work: () => T): T => requests.run(id, work);
