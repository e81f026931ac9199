import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Queue, setDefaultBackendFactory } from 'bullmq';
import { CONFIG, type Config } from '#libs/core/config/config';
import { logErrors } from '#libs/core/queue/log-errors';
import { backendOf, connectionOf } from '#libs/core/queue/queue-connection';
import { queueTelemetry } from '#libs/core/queue/queue-telemetry';
import { QUEUES } from '#libs/core/queue/queues';

type QueueName = keyof typeof QUEUES;
const NAMES = Symbol('NAMES');

@Module({})
export class QueueModule implements OnModuleInit {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(NAMES) private readonly names: QueueName[],
  ) {}

  static forQueues(...names: QueueName[]): DynamicModule {
    const root = BullModule.forRootAsync({
      inject: [CONFIG],
      // The library types its connection for Redis only.
      useFactory: (config: Config) => {
        // The library knows one backend a process, chosen before its first queue.
        setDefaultBackendFactory(backendOf(config) as never);
        return { connection: connectionOf(config) as never, telemetry: queueTelemetry() };
      },
    });
    const queues = names.map((name) =>
      BullModule.registerQueue({ name: QUEUES[name].name, defaultJobOptions: QUEUES[name].options }),
    );
    const providers = [{ provide: NAMES, useValue: names }];
    return { module: QueueModule, imports: [root, ...queues], providers, exports: queues };
  }

  onModuleInit(): void {
    for (const name of this.names) {
      logErrors(this.modules.get<Queue>(getQueueToken(QUEUES[name].name), { strict: false }));
    }
  }
}
