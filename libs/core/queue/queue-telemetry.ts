import type { Telemetry } from 'bullmq';
import type { BullMQOtel } from 'bullmq-otel';
import { requestId, withRequestId } from '#libs/core/logging/request-context';
import { carryRequestId } from '#libs/core/queue/carry-request-id';
import { jobTracing } from '#libs/core/tracing/tracing';

const ID = Symbol('request id');

/** What a job contains in addition to its ids: the request that created it, and its trace if there is one. */
export function queueTelemetry(): Telemetry<never> {
  const tracing = jobTracing();
  return (tracing ? carryBoth(tracing) : carryRequestId) as Telemetry<never>;
}

type Context = ReturnType<BullMQOtel['contextManager']['active']>;

const carryBoth = ({ tracer, contextManager }: BullMQOtel): Telemetry<Context> => ({
  tracer,
  contextManager: {
    active: () => contextManager.active(),
    with: (context, work) => {
      const id = (context.getValue(ID) as string | undefined) ?? requestId();
      return contextManager.with(context, () => withRequestId(id, work as unknown as () => never));
    },
    getMetadata: (context) => `${requestId() ?? ''}|${contextManager.getMetadata(context)}`,
    fromMetadata: (active, carried) => {
      const [id = '', trace = '{}'] = carried.split(/\|(.*)/s);
      return contextManager.fromMetadata(active, trace).setValue(ID, id);
    },
  },
});
