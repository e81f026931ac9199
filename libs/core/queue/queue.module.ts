import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { createPostgresBackend, setDefaultBackendFactory } from 'bullmq';
import { CONFIG, type Config } from '#libs/core/config/config';
import { QUEUES } from '#libs/core/queue/queues';

// BullMQ on PostgreSQL, in a schema of its own: a queue needs no second server.
setDefaultBackendFactory(createPostgresBackend);

const connectionOf = ({ DATABASE_URL }: Config) => ({
  connectionString: DATABASE_URL,
  max: 3,
  migrate: true,
  application_name: 'lodge-queue',
});

@Module({})
export class QueueModule {
  static forQueues(...names: (keyof typeof QUEUES)[]): DynamicModule {
    const root = BullModule.forRootAsync({
      inject: [CONFIG],
      // The library types its connection for Redis only.
      useFactory: (config: Config) => ({ connection: connectionOf(config) as never }),
    });
    const queues = names.map((name) =>
      BullModule.registerQueue({ name: QUEUES[name].name, defaultJobOptions: QUEUES[name].options }),
    );
    return { module: QueueModule, imports: [root, ...queues], exports: queues };
  }
}
