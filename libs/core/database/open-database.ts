import { DataSource } from 'typeorm';
import { dataSourceOn } from '#libs/core/database/data-source';
import { Database } from '#libs/core/database/database';
import { createPool } from '#libs/core/database/pool';

/** A database with connections of its own, for work outside the modules of a process. */
export async function openDatabase(url: string, poolSize: number): Promise<Database> {
  const pool = createPool(url, poolSize);
  const database = new Database(await new DataSource(dataSourceOn(pool)).initialize(), pool);
  database.onModuleInit();
  return database;
}
