import underPressure from '@fastify/under-pressure';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';

/** Refuses at the door while the process is far behind: what it takes in would only make all wait longer. */
export async function refuseWhenOverloaded(app: NestFastifyApplication, config: Config): Promise<void> {
  if (config.OVERLOAD_DELAY_MS === 0) return;
  const pressureHandler = ({ url }: FastifyRequest, _: unknown, _type: string, delayMs: number | undefined) => {
    // Infinity stands for no sample at all, as just after the start.
    if (delayMs === Infinity) return;
    // A process that is busy must not be taken for one that is dead.
    if (!url.startsWith('/health/')) throw new DomainError('overloaded', 'Lodge has more to do than it can.');
  };
  const watch = { maxEventLoopDelay: config.OVERLOAD_DELAY_MS, sampleInterval: 500, pressureHandler };
  await app.register(underPressure as never, watch as never);
}
