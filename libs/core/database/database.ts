import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg, { type Pool, type PoolClient, type QueryConfig } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '#libs/core/errors/domain-error';
import { isRetryable, isUnavailable } from '#libs/core/errors/postgres-errors';
import { ConnectionWatch } from '#libs/core/database/connection-watch';
import { copyCsv } from '#libs/core/database/copy';
import { answerTypes } from '#libs/core/database/pg-types';

const RETRIES = 3;
/** How many exports a process has open at once; one more waits, and is told after a while that it cannot be served. */
const STREAMS = 4;

/** Anything that runs SQL: the pool, or one transaction. Rows have dates and instants as the answers show them. */
export interface Sql {
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** One open transaction: SQL with prepared statements, and TypeORM's manager on the same connection. */
export interface Transaction extends Sql {
  manager: EntityManager;
}

// A name makes node-postgres prepare the statement once a connection; the text decides the name.
const names = new Map<string, string>();

function prepared(text: string, values: unknown[]): QueryConfig {
  let name = names.get(text);
  if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')));
  return { name, text, values, types: answerTypes };
}

/** Reads and writes of PostgreSQL that are not plain entities. */
@Injectable()
export class Database implements Sql, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('database');
  private streams?: Pool;
  private readonly joint = new AsyncLocalStorage<Transaction>();

  private watch?: ConnectionWatch;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    if (this.dataSource.isInitialized) this.watch = new ConnectionWatch(this.pool);
  }

  /** TypeORM's manager, outside a transaction unless a joined one is open. */
  get manager(): EntityManager {
    return this.joint.getStore()?.manager ?? this.dataSource.manager;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** How the pool stands: connections in all, idle ones, and callers that wait for one. */
  poolState(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const joint = this.joint.getStore();
    if (joint) return joint.rows<Row>(text, values);
    return (await this.pool.query(prepared(text, values))).rows as Row[];
  }

  /** The rows of a query as CSV, piped through `rows`; see `copyCsv`. Few at a time: readers can be slow. */
  copyCsv(query: string, rows: Transform): Promise<Readable> {
    this.streams ??= this.makeStreams();
    return copyCsv(this.streams, query, rows);
  }

  private makeStreams(): Pool {
    const pool = new pg.Pool({ ...this.pool.options, max: STREAMS });
    // An idle connection that PostgreSQL ends would otherwise end the process.
    return pool.on('error', (error) => this.logger.warn(`An idle connection ended: ${error.message}`));
  }

  async onApplicationShutdown(): Promise<void> {
    this.watch?.stop();
    await this.streams?.end();
  }

  /**
   * Runs work in one READ COMMITTED transaction; a deadlock or a failed serialisation runs it again from the start,
   * at most three times. Inside a joined transaction it is a part of that, which can be taken back on its own.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const joint = this.joint.getStore();
    return joint ? joint.manager.transaction((manager) => work({ ...joint, manager })) : this.retrying(work);
  }

  /** A transaction that takes in every read and write of what work calls, whoever makes it. */
  joined<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.retrying((tx) => this.joint.run(tx, () => work(tx)));
  }

  private async retrying<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!isRetryable(error) || attempt > RETRIES) throw error;
        await sleep(5 * attempt + Math.random() * 20 * attempt);
      }
    }
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let isCommitting = false;
    try {
      return await this.dataSource.transaction(async (manager) => {
        const client = (await manager.queryRunner?.connect()) as PoolClient;
        const rows = async <Row>(text: string, values: unknown[] = []) =>
          (await client.query(prepared(text, values))).rows as Row[];
        const result = await work({ manager, rows });
        isCommitting = true;
        return result;
      });
    } catch (error) {
      if (isCommitting && isUnavailable(error)) throw new OutcomeUnknown();
      throw error;
    }
  }
}

/** The connection broke between COMMIT and its answer. */
class OutcomeUnknown extends DomainError {
  constructor() {
    super('dependency_unavailable', 'The database went away while it wrote the change, which may have been written.', {
      outcome: 'unknown',
    });
  }
}
