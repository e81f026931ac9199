import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { CONFIG, type Config } from '#libs/core/config/config';
import { dataSourceOptions } from '#libs/core/database/data-source';
import { Database } from '#libs/core/database/database';
import { isConnectionLost } from '#libs/core/errors/postgres-errors';

const [RETRIES, RETRY_MS] = [5, 1_000];

type Entities = DataSourceOptions['entities'];

@Global()
@Module({ providers: [Database], exports: [Database] })
export class DatabaseModule {
  /** `connect: false` builds the modules without a PostgreSQL, to describe them. */
  static with(entities: Entities, { connect = true } = {}): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config.DATABASE_URL, config.DATABASE_POOL_SIZE),
        entities,
        // A process waits for its database before it makes its modules; this is for one that goes away just then.
        retryAttempts: RETRIES,
        retryDelay: RETRY_MS,
        toRetry: isConnectionLost,
        manualInitialization: !connect,
      }),
    });
    return { module: DatabaseModule, imports: [connection] };
  }
}
