import { rm } from 'node:fs/promises';
import type { PostgresServer } from '#apps/local/postgres-server';

export default async function teardown(): Promise<void> {
  const { lodgeTestPostgres: started } = globalThis as {
    lodgeTestPostgres?: { server: PostgresServer; directory: string };
  };
  await started?.server.stop();
  if (started) await rm(started.directory, { recursive: true, force: true });
}
