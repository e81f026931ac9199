import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { CONFIG, type Config } from '#libs/core/config/config';
import { dataSourceOptions } from '#libs/core/database/data-source';
import { Database } from '#libs/core/database/database';

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
        retryAttempts: 0,
        manualInitialization: !connect,
      }),
    });
    return { module: DatabaseModule, imports: [connection] };
  }
}
