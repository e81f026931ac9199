import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#libs/core/database/data-source';
import { Database } from '#libs/core/database/database';

/** A database with connections of its own, for work outside the modules of a process. */
export async function openDatabase(url: string, poolSize: number): Promise<Database> {
  const database = new Database(await new DataSource(dataSourceOptions(url, poolSize)).initialize());
  database.onModuleInit();
  return database;
}
