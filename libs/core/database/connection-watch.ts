import pg, { type Pool } from 'pg';
import { withTimeout } from '#libs/core/async/with-timeout';

const TICK_MS = 250;
// Together below 3 s; a server under load may take its time to greet.
const SUSPECT_MS = 750;
const PROBE_MS = 1_500;

/** What node-postgres keeps of a connection, as far as it is needed here. */
interface Connection {
  processID: number;
  _activeQuery: object | null;
  connection: { stream: { destroy(error: Error): void } };
}

interface Wait {
  query: object;
  askAt: number;
  patience: number;
}

const SILENT = 'Connection terminated: PostgreSQL does not answer';
const BUSY = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'`;

/**
 * Ends connections over which no answer will come. A server that is gone without a word, or a network that swallows
 * packets, would otherwise hold a request until the operating system gives up, minutes later. Whatever takes longer
 * is asked about over a new connection: who is still at work on it goes on.
 */
export class ConnectionWatch {
  private readonly waits = new WeakMap<Connection, Wait>();
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
      const asked = suspects.map((client) => [client, client._activeQuery] as const);
      const busy = await this.busy(suspects.map(({ processID }) => processID));
      if (!busy) this.refuseWaiting();
      for (const [client, query] of asked) {
        // An answer that came meanwhile is a new query, or none.
        if (client._activeQuery === query && !busy?.has(client.processID)) end(client);
      }
    } finally {
      this.asking = false;
    }
  }

  private suspects(): Connection[] {
    const now = performance.now();
    const clients = (this.pool as unknown as { _clients: Connection[] })._clients;
    return clients.filter((client) => {
      const query = client._activeQuery;
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

  // Whoever waits for a connection would wait for a new one, too, after the dead ones have ended.
  private refuseWaiting(): void {
    const { _pendingQueue: waiting } = this.pool as unknown as { _pendingQueue: { callback(error: Error): void }[] };
    for (const { callback } of waiting.splice(0)) callback(new Error(SILENT));
  }

  /** Those of the server's processes that work; undefined when it does not answer. */
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
      end(client as unknown as Connection);
      return undefined;
    }
  }
}

function end(client: Connection): void {
  client.connection.stream.destroy(new Error(SILENT));
}
