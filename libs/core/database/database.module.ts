import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { CONFIG, type Config } from '#libs/core/config/config';
import { dataSourceOn } from '#libs/core/database/data-source';
import { Database } from '#libs/core/database/database';
import {
  createPool,
  HEALTH_CONNECTIONS,
  HEALTH_POOL,
  POOL,
  RESERVED_CONNECTIONS,
  RESERVED_POOL,
} from '#libs/core/database/pool';
import { HealthDatabase, ReservedDatabase } from '#libs/core/database/reserved';
import { isConnectionLost } from '#libs/core/errors/postgres-errors';

const [RETRIES, RETRY_MS] = [5, 1_000];

type Entities = DataSourceOptions['entities'];

const poolOf = (provide: symbol, sizeOf: (config: Config) => number) => ({
  provide,
  inject: [CONFIG],
  useFactory: (config: Config) => createPool(config.DATABASE_URL, sizeOf(config)),
});

const POOLS = [
  poolOf(POOL, (config) => config.DATABASE_POOL_SIZE),
  poolOf(RESERVED_POOL, () => RESERVED_CONNECTIONS),
  poolOf(HEALTH_POOL, () => HEALTH_CONNECTIONS),
];

/** The connections of the process, which TypeORM needs before the database is made of both. */
@Module({ providers: POOLS, exports: POOLS })
class PoolModule {}

const DATABASES = [Database, ReservedDatabase, HealthDatabase];

@Global()
@Module({ imports: [PoolModule], providers: DATABASES, exports: [...DATABASES, PoolModule] })
export class DatabaseModule {
  /** `connect: false` builds the modules without a PostgreSQL, to describe them. */
  static with(entities: Entities, { connect = true } = {}): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      imports: [PoolModule],
      inject: [POOL],
      useFactory: (pool: Pool) => ({
        ...dataSourceOn(pool),
        entities,
        // A process waits for its database before it creates its modules; this is for a database that becomes unavailable just then.
        retryAttempts: RETRIES,
        retryDelay: RETRY_MS,
        toRetry: isConnectionLost,
        manualInitialization: !connect,
      }),
    });
    return { module: DatabaseModule, imports: [connection] };
  }
}
