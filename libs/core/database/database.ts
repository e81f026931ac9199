import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Transform } from 'node:stream';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { isConnectionLost, isOutdatedConnection } from '#libs/core/errors/postgres-errors';
import { type Companion, companionOfRequest } from '#libs/core/database/companion';
import { ConnectionWatch } from '#libs/core/database/connection-watch';
import { type CopyFormat, copyRows } from '#libs/core/database/copy';
import { endClient, lend, markTransaction } from '#libs/core/database/driver-internals';
import { POOL, siblingOf } from '#libs/core/database/pool';
import {
  asOnePacket,
  committed,
  OpenTransaction,
  OutcomeUnknown,
  partOf,
  pipelined,
  settled,
  Store,
  Transaction,
  transactionOn,
} from '#libs/core/database/transaction';
import { type ReaderOf, run } from '#libs/core/database/statement';
import { retrying } from '#libs/core/database/retrying';

/** How many exports a process has open at once; a further one waits, and is refused after a while. */
const STREAMS = 4;

/** Reads and writes of PostgreSQL. */
@Injectable()
export class Database implements Store, OnModuleInit, OnApplicationShutdown {
  private streams?: Pool;
  private readonly joint = new AsyncLocalStorage<OpenTransaction>();
  private readonly afterCommits = new WeakMap<OpenTransaction, (() => Promise<void>)[]>();

  private watch?: ConnectionWatch;

  constructor(
    @InjectDataSource() protected readonly dataSource: DataSource,
    @Inject(POOL) protected readonly pool: Pool,
  ) {}

  onModuleInit(): void {
    if (this.dataSource.isInitialized) this.watch = new ConnectionWatch(this.pool);
  }

  /** The rows of an entity, outside a transaction unless a joined one is open. */
  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.joint.getStore()?.repository(entity) ?? this.dataSource.getRepository(entity);
  }

  /** Whether this runs inside a joined transaction, and so on its one connection. */
  get isJoined(): boolean {
    return this.joint.getStore() !== undefined;
  }

  /** The state of the pool: connections in all, idle ones, and callers that wait for one. */
  poolState(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  /** Whether PostgreSQL takes no writes: a standby, or one that was set to read-only. */
  async isReadOnly(): Promise<boolean> {
    const client = await this.pool.connect();
    let isReadOnly = true;
    try {
      const { rows } = await client.query(`SELECT current_setting('transaction_read_only')::boolean AS on`);
      isReadOnly = (rows as [{ on: boolean }])[0].on;
      return isReadOnly;
    } finally {
      // A connection keeps the default that it began with: only a new one learns that writes are taken again.
      client.release(isReadOnly);
    }
  }

  async rows<Row>(text: string, values: unknown[] = [], reader?: ReaderOf<Row>): Promise<Row[]> {
    const joint = this.joint.getStore();
    if (joint) return joint.rows<Row>(text, values, reader);
    const companion = companionOfRequest();
    if (companion) return this.together(companion, (client) => run<Row>(client, text, values, reader));
    return run<Row>(this.pool, text, values, reader);
  }

  /** Sends a statement and the one before it on one connection, in one packet. */
  private async together<Row>(before: Companion, statement: (client: PoolClient) => Promise<Row[]>): Promise<Row[]> {
    const connection = this.pool.connect().then(asOnePacket);
    const companion = before.sendOn(connection);
    const client = await connection;
    let failure: Error | undefined;
    const failed = (error: Error): never => {
      failure = error;
      throw error;
    };
    try {
      const [rows] = await Promise.all([statement(client).catch(failed), companion.catch(failed)]);
      return rows;
    } finally {
      client.release(failure);
    }
  }

  /** Whether a statement would be sent at once. */
  get hasFreeConnection(): boolean {
    const { idleCount, totalCount, waitingCount, options } = this.pool;
    return idleCount > waitingCount || totalCount < options.max;
  }

  /** The rows of one statement that writes, as a transaction of its own: one round trip. Runs again as those do. */
  async write<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const joint = this.joint.getStore();
    if (joint) return joint.rows<Row>(text, values);
    return retrying(async () => {
      const client = await this.pool.connect();
      try {
        return await run<Row>(client, text, values);
      } catch (error) {
        retireAfter(error, client);
        throw isConnectionLost(error) ? new OutcomeUnknown() : error;
      } finally {
        client.release();
      }
    });
  }

  /** The rows of a query as CSV, piped through `rows`; see `copyRows`. Few at a time: readers can be slow. */
  copyCsv(query: string, rows: Transform, delimiter: ',' | ';' = ','): Promise<Readable> {
    return this.copy(query, rows, delimiter === ',' ? 'csv' : 'semicolons');
  }

  /** The rows of a query, which has one column, as lines of text without escapes of its own. */
  copyText(query: string, rows: Transform): Promise<Readable> {
    return this.copy(query, rows, 'text');
  }

  private copy(query: string, rows: Transform, format: CopyFormat): Promise<Readable> {
    this.streams ??= siblingOf(this.pool, { pipeline: false, max: STREAMS });
    return copyRows(this.streams, query, rows, format);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.streams?.end();
    // It returns the connections that it still has; the pool waits for them.
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.endPool();
  }

  protected async endPool(): Promise<void> {
    this.watch?.stop();
    await this.pool.end();
  }

  /**
   * Runs work in one READ COMMITTED transaction; a deadlock or a failed serialisation runs it again from the start,
   * at most three times. Inside a joined transaction it is a part of that, which can be taken back on its own.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const joint = this.joint.getStore();
    return joint ? partOf(joint, work) : retrying(() => this.attempt(work));
  }

  /** Runs work in one READ ONLY transaction on one state of the data. */
  reading<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(async (tx) => {
      await tx.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(tx);
    });
  }

  /** A transaction that takes in every read and write of what work calls, regardless of the caller; inside another, a part of that. */
  async joined<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const joint = this.joint.getStore();
    if (joint) return partOf(joint, work);
    let waiting: (() => Promise<void>)[] = [];
    const result = await retrying(() =>
      this.attempt((tx) => {
        this.afterCommits.set(tx, (waiting = []));
        return this.joint.run(tx, () => work(tx));
      }),
    );
    for (const act of waiting) await act();
    return result;
  }

  /** Does at once what must not come before the commit, or inside a joined transaction when that is committed. `act` does not throw. */
  async afterCommit(act: () => Promise<void>): Promise<void> {
    const joint = this.joint.getStore();
    if (joint) this.afterCommits.get(joint)?.push(act);
    else await act();
  }

  private async attempt<T>(work: (tx: OpenTransaction) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const runner = this.dataSource.createQueryRunner();
    lend(runner, client);
    try {
      const tx = transactionOn(client, runner.manager);
      // Not awaited: it travels together with the first statement.
      const begun = pipelined(tx.command('BEGIN'));
      markTransaction(runner);
      return await settled(
        () => committed(tx),
        () => tx.end('ROLLBACK'),
        async () => {
          const result = await work(tx);
          await begun;
          return result;
        },
      );
    } catch (error) {
      retireAfter(error, client);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Ends a connection to a server that has become read-only, or whose plans are stale: a new one finds the new state. */
function retireAfter(error: unknown, client: PoolClient): void {
  if (isOutdatedConnection(error)) endClient(client).catch(() => undefined);
}
