import { Module } from '@nestjs/common';
import { JobQueueModule } from '#libs/core/queue/job-queue.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { RollCallCopies } from '#libs/documents/roll-call/roll-call-copies.service';

@Module({ imports: [JobQueueModule, StorageModule], providers: [RollCallCopies], exports: [RollCallCopies] })
export class RollCallCopiesModule {}
