import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';
import type { Config } from '#libs/core/config/config';
import { ConfigModule } from '#libs/core/config/config.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { HealthModule } from '#libs/core/health/health.module';
import { MetricsModule } from '#libs/core/metrics/metrics.module';
import { QueueModule } from '#libs/core/queue/queue.module';
import { TimeModule } from '#libs/core/time/time.module';
import { IdempotencyService } from '#libs/idempotency/idempotency.service';
import { HousekeepingProcessor, type Sweeper, SWEEPERS } from '#apps/worker/housekeeping.processor';
import { JobObserver } from '#apps/worker/job-observer';

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with({ connect: true }),
        TimeModule,
        HealthModule,
        MetricsModule,
        DiscoveryModule,
        QueueModule.forQueues('housekeeping'),
      ],
      providers: [
        HousekeepingService,
        IdempotencyService,
        {
          provide: SWEEPERS,
          inject: [HousekeepingService, IdempotencyService],
          useFactory: (...sweepers: Sweeper[]) => sweepers,
        },
        HousekeepingProcessor,
        JobObserver,
      ],
    };
  }
}
