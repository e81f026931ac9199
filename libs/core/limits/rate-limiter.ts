import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { MemoryWindows } from '#libs/core/limits/memory-windows';
import { RedisWindows } from '#libs/core/limits/redis-windows';
import type { Policy, Usage } from '#libs/core/limits/sliding-window';
import { Clock } from '#libs/core/time/clock';

const SILENCE_MS = 60_000;

/** Counts requests against policies: over all instances with `REDIS_URL`, else, and while Redis is unavailable, per process. */
@Injectable()
export class RateLimiter implements OnApplicationShutdown {
  private readonly logger = new Logger('rate-limits');
  private readonly memory = new MemoryWindows();
  private readonly redis: RedisWindows | undefined;
  private lastComplaint = -Infinity;

  constructor(
    @Inject(CONFIG) { REDIS_URL }: Config,
    private readonly clock: Clock,
  ) {
    this.redis = REDIS_URL ? new RedisWindows(REDIS_URL, (error) => this.complain(error)) : undefined;
  }

  async consume(policy: Policy, key: string): Promise<Usage> {
    if (!this.redis) return this.consumeHere(policy, key);
    try {
      return await this.redis.take(policy, key);
    } catch (error) {
      this.complain(error as Error);
      return this.consumeHere(policy, key);
    }
  }

  onApplicationShutdown(): void {
    this.redis?.close();
  }

  private consumeHere(policy: Policy, key: string): Usage {
    return this.memory.consume(policy, key, this.clock.now().getTime());
  }

  private complain(error: Error): void {
    if (performance.now() - this.lastComplaint < SILENCE_MS) return;
    this.lastComplaint = performance.now();
    this.logger.error(`Redis does not answer; each process counts for itself (${error.message})`);
  }
}
