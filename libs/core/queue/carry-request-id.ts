import type { Telemetry } from 'bullmq';
import { requestId, withRequestId } from '#libs/core/logging/request-context';

const nothing = () => undefined;
const NO_SPAN = {
  setSpanOnContext: (id: string | undefined) => id,
  setAttribute: nothing,
  setAttributes: nothing,
  addEvent: nothing,
  recordException: nothing,
  end: nothing,
};

/** Lets a job carry the id of the request that notified the queue, so that the worker's log lines have it, too. */
export const carryRequestId: Telemetry<string | undefined> = {
  tracer: { startSpan: () => NO_SPAN as never },
  contextManager: {
    active: requestId,
    root: () => undefined,
    with: (id, work) => withRequestId(id as string | undefined, work as unknown as () => never),
    getMetadata: (id) => (id as string | undefined) ?? '',
    // The trace follows a bar when the process that notified the queue was traced and this one is not.
    fromMetadata: (_, carried) => carried.split('|')[0] as never,
  },
};
