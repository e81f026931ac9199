import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, type Config } from '#libs/core/config/config';
import { dataSourceOptions } from '#libs/core/database/data-source';
import { Database } from '#libs/core/database/database';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config.DATABASE_URL, config.DATABASE_POOL_SIZE),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [Database],
  exports: [Database, TypeOrmModule],
})
export class DatabaseModule {}
