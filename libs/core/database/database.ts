import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { isRetryable } from '#libs/core/errors/postgres-errors';
import { answerTypes } from '#libs/core/database/pg-types';

const RETRIES = 3;

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
export class Database implements Sql {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** TypeORM's manager, outside a transaction. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    return (await pool.query(prepared(text, values))).rows as Row[];
  }

  /**
   * Runs work in one READ COMMITTED transaction; a deadlock or a failed serialisation runs it again from the start,
   * at most three times.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!isRetryable(error) || attempt > RETRIES) throw error;
        await sleep(5 * attempt + Math.random() * 20 * attempt);
      }
    }
  }

  private attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const client = (await manager.queryRunner?.connect()) as PoolClient;
      const rows = async <Row>(text: string, values: unknown[] = []) =>
        (await client.query(prepared(text, values))).rows as Row[];
      return work({ manager, rows });
    });
  }
}
