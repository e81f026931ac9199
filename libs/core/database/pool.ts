import { Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient, type PoolConfig } from 'pg';

/** The pool of a process, which SQL and TypeORM share. */
export const POOL = Symbol('POOL');
/** A few connections that only the log-in, sessions and keys use: what waits for a lock holds none of them. */
export const RESERVED_POOL = Symbol('RESERVED_POOL');
/** One connection by which a process sees how its database is, however many wait for another. */
export const HEALTH_POOL = Symbol('HEALTH_POOL');
export const [RESERVED_CONNECTIONS, HEALTH_CONNECTIONS] = [4, 1];

/** A connection that fails soon if the server does not respond, and whose loss does not end the process. */
export class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // A network that swallows packets must not hold a request for 3 seconds before it even waits.
    super({ ...config, connectionTimeoutMillis: 2_000 });
    // node-postgres reports a lost connection as an event, too, and an event without a listener ends the process. The
    // pool listens only on idle connections; the user of this one gets the error from the statement.
    this.on('error', () => undefined);
  }
}

export const poolConfig = (url: string, max: number): PoolConfig => ({
  connectionString: url,
  max,
  application_name: 'lodge',
  // The plan of a statement is kept: PostgreSQL would plan the large ones again for each call, which takes longer than
  // to run them. A server with LLVM would also compile the largest ones for each call, for longer than they run.
  options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c jit=off',
  // Statements are sent when they are made, not when the previous one has its result.
  pipeline: true,
  // How long a caller waits for a connection of the pool; opening one takes less or fails sooner.
  connectionTimeoutMillis: 3_000,
  Client: ImpatientClient,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
});

/** A pool of connections; none is opened before it is needed. The caller ends it. */
export const createPool = (url: string, max: number): Pool => watched(new pg.Pool(poolConfig(url, max)));

/** A second pool to the same server, with some settings of its own. The caller ends it. */
export const siblingOf = (pool: Pool, settings: PoolConfig): Pool =>
  watched(new pg.Pool({ ...pool.options, ...settings } as PoolConfig));

/** An idle connection that PostgreSQL ends would otherwise end the process. */
const watched = (pool: Pool): Pool =>
  pool.on('error', (error) => new Logger('database').warn(`An idle connection ended: ${error.message}`));

type Connected = Parameters<Pool['connect']>[0];

/**
 * The driver that TypeORM gets: node-postgres, whose pool is ours. TypeORM takes connections from it; it neither makes
 * nor ends it.
 */
export function driverOn(pool: Pool) {
  const lent = {
    connect: (connected: (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void) =>
      pool.connect(connected as Connected),
    on: () => lent,
    end: (ended: (error?: Error) => void) => ended(),
  };
  return {
    ...pg,
    Pool: function LentPool() {
      return lent;
    },
  };
}
