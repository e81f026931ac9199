import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents/documents.module';
import { DocumentsController } from '#libs/documents/documents.controller';
import { RollCallController } from '#libs/documents/roll-call/roll-call.controller';
import { SubjectDataController } from '#libs/documents/subject-data/subject-data.controller';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { JobsModule } from '#libs/jobs/jobs.module';
import { StorageModule } from '#libs/core/storage/storage.module';

@Module({
  imports: [DocumentsModule, IdempotencyModule, JobsModule, StorageModule],
  controllers: [DocumentsController, RollCallController, SubjectDataController],
})
export class DocumentsApiModule {}
