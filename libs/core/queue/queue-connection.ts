import type { Config } from '#libs/core/config/config';

/** BullMQ on PostgreSQL, in a schema of its own: a queue needs no second server. */
export const connectionOf = ({ DATABASE_URL }: Config) => ({
  connectionString: DATABASE_URL,
  schema: 'bullmq',
  max: 3,
  migrate: true,
  application_name: 'lodge-queue',
});
