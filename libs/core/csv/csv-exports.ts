import { pipeline, type Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { CONFIG, type Config } from '#libs/core/config/config';
import { CsvRows } from '#libs/core/csv/csv-rows';

// A pool of its own: exports that readers take slowly must not starve requests.
const CONNECTIONS = 3;
const PATIENCE_MS = 20_000;

/** Writes CSV straight out of PostgreSQL, by COPY: nothing is held, however long it is. */
@Injectable()
export class CsvExports implements OnModuleDestroy {
  private readonly pool: pg.Pool;

  constructor(@Inject(CONFIG) { DATABASE_URL: connectionString }: Config) {
    const options = '-c timezone=UTC -c statement_timeout=0';
    const application_name = 'lodge-exports';
    this.pool = new pg.Pool({
      connectionString,
      max: CONNECTIONS,
      connectionTimeoutMillis: PATIENCE_MS,
      options,
      application_name,
    });
    this.pool.on('error', () => undefined);
  }

  /** The rows of a query as a CSV file. COPY takes no parameters: what is put into the query must be safe by itself. */
  async open(columns: readonly string[], query: string): Promise<Readable> {
    const client = await this.pool.connect();
    const rows = client.query(to(`COPY (${query}) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`));
    // Whoever goes away in the middle leaves a connection full of rows: it is closed.
    return pipeline(rows, new CsvRows(columns), (error) => client.release(error ?? undefined));
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.end();
  }
}
