import pg, { type ClientBase, type Pool } from 'pg';
import {
  activeQueryOf,
  breakOff,
  clientsOf,
  refuseWaiting,
  serverProcessOf,
} from '#libs/core/database/driver-internals';
import { withTimeout } from '#libs/core/async/with-timeout';

const TICK_MS = 250;
// Together below 3 s; a server under load may take its time to greet.
const SUSPECT_MS = 750;
const PROBE_MS = 1_500;

interface Wait {
  query: object;
  askAt: number;
  patience: number;
}

const SILENT = 'Connection terminated: PostgreSQL does not answer';
const BUSY = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'`;

/**
 * Ends connections over which no result will come. A server that disappeared silently, or a network that swallows
 * packets, would otherwise hold a request until the operating system gives up, minutes later. A statement that takes longer
 * is looked up over a new connection: if the server still works on it, it continues.
 */
export class ConnectionWatch {
  private readonly waits = new WeakMap<ClientBase, Wait>();
  private readonly timer: NodeJS.Timeout;
  private asking = false;

  constructor(private readonly pool: Pool) {
    this.timer = setInterval(() => void this.look(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.asking) return;
    const suspects = this.suspects();
    if (suspects.length === 0) return;
    this.asking = true;
    try {
      const asked = suspects.map((client) => [client, activeQueryOf(client)] as const);
      const busy = await this.busy(suspects.map(serverProcessOf));
      // A caller that waits for a connection would wait for a new one, too, after the dead ones have ended.
      if (!busy) refuseWaiting(this.pool, new Error(SILENT));
      for (const [client, query] of asked) {
        // After a result that came meanwhile the connection has another query, or none.
        if (activeQueryOf(client) === query && !busy?.has(serverProcessOf(client))) end(client);
      }
    } finally {
      this.asking = false;
    }
  }

  private suspects(): ClientBase[] {
    const now = performance.now();
    return clientsOf(this.pool).filter((client) => {
      const query = activeQueryOf(client);
      if (!query) return false;
      const wait = this.waits.get(client);
      if (wait?.query !== query) {
        this.waits.set(client, { query, askAt: now + SUSPECT_MS, patience: SUSPECT_MS });
        return false;
      }
      if (now < wait.askAt) return false;
      wait.patience *= 2;
      wait.askAt = now + wait.patience;
      return true;
    });
  }

  /** The server processes that are running a statement; undefined when the server does not respond. */
  private async busy(pids: number[]): Promise<Set<number> | undefined> {
    const client = new pg.Client({ ...this.pool.options, connectionTimeoutMillis: 0 });
    client.on('error', () => undefined);
    const ask = async () => {
      await client.connect();
      return client.query<{ pid: number }>(BUSY, [pids]);
    };
    try {
      const { rows } = await withTimeout(PROBE_MS, ask(), () => new Error(SILENT));
      client.end().catch(() => undefined);
      return new Set(rows.map(({ pid }) => pid));
    } catch {
      end(client);
      return undefined;
    }
  }
}

const end = (client: ClientBase): void => breakOff(client, new Error(SILENT));
