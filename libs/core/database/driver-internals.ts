import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientBase, type FieldDef, type Pool, type PoolClient, type QueryConfig } from 'pg';
import type { QueryRunner } from 'typeorm';

// Everything here uses fields that node-postgres, its pool, TypeORM and BullMQ do not document. When one of them is upgraded, read
// its source for these fields, run the specs of lost connections, faults and queues, and note the new version.
export const CHECKED_ON = { pg: '8.23.1', 'pg-pool': '3.14.0', typeorm: '1.1.1', bullmq: '6.7.0' };

/** A connection as the watch sees it: what it is doing, and which process of the server serves it. */
interface Internals {
  processID: number;
  _activeQuery: object | null;
  connection: { stream: Socket };
}

const inside = (client: ClientBase): Internals => client as unknown as Internals;

/** The socket, for writing several statements as one packet. */
export const socketOf = (client: ClientBase): Socket => inside(client).connection.stream;

/** The id of the process of the server that serves a connection. */
export const serverProcessOf = (client: ClientBase): number => inside(client).processID;

/** The statement that a connection waits for; null when it is idle. The same object until its result is there. */
export const activeQueryOf = (client: ClientBase): object | null => inside(client)._activeQuery;

/** Ends a connection at once, without a word to the server. Statements under way fail with the error. */
export const breakOff = (client: ClientBase, error?: Error): void => void socketOf(client).destroy(error);

/** Ends a connection of a pool after its statements, whether it is released or not. */
export const endClient = (client: PoolClient): Promise<void> => (client as PoolClient & { end(): Promise<void> }).end();

/** All connections of a pool, idle or in use. */
export const clientsOf = (pool: Pool): PoolClient[] => (pool as unknown as { _clients: PoolClient[] })._clients;

/** Fails every caller that waits for a connection of a pool. */
export function refuseWaiting(pool: Pool, error: Error): void {
  const { _pendingQueue: waiting } = pool as unknown as { _pendingQueue: { callback(error: Error): void }[] };
  for (const { callback } of waiting.splice(0)) callback(error);
}

/** Has a query runner of TypeORM work on a connection of any pool, and return it there when it is released. */
export const lend = (runner: QueryRunner, client: PoolClient): void =>
  void Object.assign(runner, { databaseConnection: client, releaseCallback: () => client.release() });

/** Tells TypeORM of a transaction that was begun without it: it refuses its locks otherwise. */
export const markTransaction = (runner: QueryRunner): void => void Object.assign(runner, { isTransactionActive: true });

/** What a query of node-postgres does with the messages of a connection. */
interface QueryMessages {
  name: string;
  prepare(connection: WireConnection): void;
  handleError(error: Error, connection: unknown): void;
  handleReadyForQuery(connection: unknown): void;
}

interface WireConnection {
  describe(message: object): void;
}

type Read<Row> = (raw: (string | null)[]) => Row;

/** The readers of the statements that a connection has described, by name, and the connection without a request to describe. */
interface Described {
  readers: Map<string, Read<unknown>>;
  silent: WireConnection;
}

const described = new WeakMap<WireConnection, Described>();

function describedOn(connection: WireConnection): Described {
  let known = described.get(connection);
  if (!known) {
    const silent = Object.create(connection, { describe: { value: () => undefined } }) as WireConnection;
    described.set(connection, (known = { readers: new Map(), silent }));
  }
  return known;
}

const Query = pg.Query as unknown as new (config: QueryConfig) => QueryMessages;

/**
 * A prepared statement whose columns PostgreSQL describes once per connection. A query of node-postgres requests their description with
 * each run, and makes its parsers of values from it. A connection whose statement would return other columns fails instead
 * (`cached plan must not change result type`), and is retired.
 */
export class DescribedOnce<Row> extends Query {
  readonly read: Row[] = [];
  private reader?: Read<Row>;
  private readers?: Map<string, Read<unknown>>;
  private failure?: Error;

  constructor(
    config: QueryConfig,
    private readonly readerOf: (fields: readonly FieldDef[]) => Read<Row>,
  ) {
    super(config);
  }

  override prepare(connection: WireConnection): void {
    const { readers, silent } = describedOn(connection);
    this.readers = readers;
    this.reader = readers.get(this.name) as Read<Row> | undefined;
    super.prepare(this.reader ? silent : connection);
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.reader = this.readerOf(fields);
    this.readers?.set(this.name, this.reader as Read<unknown>);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.read.push((this.reader as Read<Row>)(fields));
    } catch (error) {
      this.failure ??= error as Error;
    }
  }

  override handleReadyForQuery(connection: unknown): void {
    if (this.failure) this.handleError(this.failure, connection);
    else super.handleReadyForQuery(connection);
  }
}

const PAUSE_MS = 500;
const MIGRATION_PAUSE_MS = 1_000;

/** A client of BullMQ that becomes ready once, and remembers for ever that it could not. */
interface Memo {
  readyPromise?: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

function forgetFailures(memo: Memo, pauseMs: number): void {
  const wait = memo.waitUntilReady.bind(memo);
  memo.waitUntilReady = async () => {
    const attempt = wait();
    const kept = memo.readyPromise;
    try {
      await attempt;
    } catch (error) {
      await sleep(pauseMs);
      if (memo.readyPromise === kept) memo.readyPromise = undefined;
      throw error;
    }
  };
}

interface Connection extends Memo {
  bootstrap(): Promise<void>;
}

/** A process may start before the migrations, and BullMQ checks for them once. */
function awaitMigrations(connection: Connection, areMissing: (error: unknown) => boolean): void {
  const bootstrap = connection.bootstrap.bind(connection);
  connection.bootstrap = async () => {
    for (;;) {
      try {
        return await bootstrap();
      } catch (error) {
        if (!areMissing(error)) throw error;
        await sleep(MIGRATION_PAUSE_MS, undefined, { ref: false });
      }
    }
  };
}

/**
 * Has BullMQ's backend of PostgreSQL wait for the migrations, and recover when PostgreSQL was unavailable at its first connection. It
 * would keep that failure for ever, and request the next job again and again without a pause, so that the process had no turn
 * for anything else.
 */
export function recoverConnection(backend: object, areMissing: (error: unknown) => boolean): void {
  const { connection } = backend as { connection: Connection };
  awaitMigrations(connection, areMissing);
  forgetFailures(backend as Memo, 0);
  forgetFailures(connection, PAUSE_MS);
}
