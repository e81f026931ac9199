import type { DataSourceOptions } from 'typeorm';
import { First1763700000000 } from '#libs/core/database/migrations/1763700000000-first';
import { ExchangePlaces1764000000000 } from '#libs/core/database/migrations/1764000000000-exchange-places';
import { SlaPolicies1764000100000 } from '#libs/core/database/migrations/1764000100000-sla-policies';

export const MIGRATIONS = [First1763700000000, ExchangePlaces1764000000000, SlaPolicies1764000100000];

/** The library resolves SSL and the rest from the URL; entities come from the modules that own them. */
export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    applicationName: 'lodge',
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    installExtensions: false,
    extra: {
      options: '-c timezone=UTC',
      connectionTimeoutMillis: 2_500,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  };
}
