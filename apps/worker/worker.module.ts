import { type DynamicModule, Module } from '@nestjs/common';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';
import type { Config } from '#libs/core/config/config';
import { ConfigModule } from '#libs/core/config/config.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { QueueModule } from '#libs/core/queue/queue.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { TimeModule } from '#libs/core/time/time.module';
import { PrintingModule } from '#libs/documents/printing.module';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';
import { DocumentsProcessor } from '#apps/worker/documents.processor';
import { HousekeepingProcessor } from '#apps/worker/housekeeping.processor';

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with({ connect: true }),
        TimeModule,
        StorageModule,
        QueueModule.forQueues('housekeeping', 'documents'),
        PrintingModule,
      ],
      providers: [HousekeepingService, PictureSweepService, HousekeepingProcessor, DocumentsProcessor],
    };
  }
}
