import { Redis } from 'ioredis';
import { evaluateWindow, type Policy, type Usage } from '#libs/core/limits/sliding-window';
import { withTimeout } from '#libs/core/async/with-timeout';

// The clock is Redis's own: instances whose clocks differ still share one window.
const TAKE = `
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local length, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local index, elapsed = math.floor(ms / length), ms % length
local name = KEYS[1] .. ':' .. index
local current = tonumber(redis.call('GET', name) or 0)
local previous = tonumber(redis.call('GET', KEYS[1] .. ':' .. (index - 1)) or 0)
if previous * (length - elapsed) + (current + 1) * length <= limit * length then
  redis.call('INCR', name)
  redis.call('PEXPIRE', name, 2 * length)
end
return {previous, current, elapsed}`;

interface Scripted extends Redis {
  consume(key: string, lengthMs: number, limit: number): Promise<[number, number, number]>;
}

// A request does not wait for an unavailable Redis: it is counted in the process instead.
const ANSWER_MS = 250;
const PATIENCE = {
  connectTimeout: 1_000,
  // A connection over which no response came is closed, or it would be used for ever.
  socketTimeout: 1_000,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
};

/** @throws Error when Redis does not respond within a second */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { ...PATIENCE, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

/** The counts of all instances together. */
export class RedisWindows {
  private readonly redis: Scripted;

  constructor(url: string, onError: (error: Error) => void) {
    this.redis = new Redis(url, { ...PATIENCE, keyPrefix: 'lodge:', connectionName: 'lodge' }) as Scripted;
    this.redis.defineCommand('consume', { numberOfKeys: 1, lua: TAKE });
    this.redis.on('error', onError);
  }

  async take(policy: Policy, key: string): Promise<Usage> {
    // The braces keep both windows of a key on one node of a cluster.
    const name = `limit:${policy.name}:{${key}}`;
    const taken = this.redis.consume(name, policy.seconds * 1000, policy.limit);
    const [previous, current, elapsedMs] = await withTimeout(ANSWER_MS, taken, () => new Error('no answer in time'));
    return evaluateWindow(policy, { previous, current, elapsedMs });
  }

  close(): void {
    this.redis.disconnect();
  }
}
