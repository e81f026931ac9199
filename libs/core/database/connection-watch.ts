import pg, { type Pool } from 'pg';

const TICK_MS = 250;
const SUSPECT_MS = 1_000;
const PROBE_MS = 1_000;

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

const BUSY = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'`;

/**
 * Ends connections over which no answer will come. A server that is gone without a word, or a network that swallows
 * packets, would otherwise hold a request until the operating system gives up, minutes later. Whatever takes longer than
 * a second is asked about over a new connection: who is still at work on it goes on.
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
      for (const [client, query] of asked) {
        // An answer that came meanwhile is a new query, or none.
        if (client._activeQuery === query && !busy.has(client.processID)) end(client);
      }
    } finally {
      this.asking = false;
    }
  }

  private suspects(): Connection[] {
    const now = Date.now();
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

  /** Those of the server's processes that work; none when it does not answer. */
  private async busy(pids: number[]): Promise<Set<number>> {
    const options = { ...this.pool.options, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS };
    const client = new pg.Client(options);
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(BUSY, [pids]);
      return new Set(rows.map(({ pid }) => pid));
    } catch {
      return new Set();
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

function end(client: Connection): void {
  client.connection.stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'));
}
