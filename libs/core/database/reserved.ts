import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '#libs/core/database/database';
import { HEALTH_POOL, RESERVED_POOL } from '#libs/core/database/pool';

/** The same database by a separate pool, in addition to the one that TypeORM uses. */
class SecondDatabase extends Database {
  override onApplicationShutdown(): Promise<void> {
    return this.endPool();
  }

  /** Outside a transaction TypeORM would use the connections of the first pool. */
  override repository(): never {
    throw new Error('this database has no repositories but those of a transaction');
  }
}

/**
 * The same database, by connections that only log-in, sessions and keys use. What waits for a locked table holds none of them, so that
 * users can still log in, and everything that does not need that table works.
 */
@Injectable()
export class ReservedDatabase extends SecondDatabase {
  constructor(@InjectDataSource() dataSource: DataSource, @Inject(RESERVED_POOL) pool: Pool) {
    super(dataSource, pool);
  }
}

/** The same database, by one connection that is used only to check it. */
@Injectable()
export class HealthDatabase extends SecondDatabase {
  constructor(@InjectDataSource() dataSource: DataSource, @Inject(HEALTH_POOL) pool: Pool) {
    super(dataSource, pool);
  }
}
