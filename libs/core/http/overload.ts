import underPressure from '@fastify/under-pressure';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';

/** Refuses requests while the process is overloaded: accepting them would only make all of them wait longer. */
export async function refuseWhenOverloaded(app: NestFastifyApplication, config: Config): Promise<void> {
  if (config.OVERLOAD_DELAY_MS === 0) return;
  // A delay is visible only after two turns of the event loop: in a shorter interval, longer turns would leave no sample.
  const sampleInterval = Math.max(500, 2 * config.OVERLOAD_DELAY_MS);
  let startsUntil = Infinity;
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  server.addHook('onReady', (done) => {
    startsUntil = performance.now() + sampleInterval;
    done();
  });
  const pressureHandler = ({ url }: FastifyRequest) => {
    // Just after the start, what held the process up was the start itself.
    if (performance.now() < startsUntil) return;
    // A process that is busy must not be taken for one that is dead.
    if (!url.startsWith('/health/')) throw new DomainError('overloaded', 'Lodge has more to do than it can.');
  };
  const watch = { maxEventLoopDelay: config.OVERLOAD_DELAY_MS, sampleInterval, pressureHandler };
  await app.register(underPressure as never, watch as never);
}
