import { Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { JobsModule } from '#libs/jobs/jobs.module';
import { DocumentAnswers } from '#libs/documents/document-answers';
import { DocumentsService } from '#libs/documents/documents.service';
import { RollCallService } from '#libs/documents/roll-call/roll-call.service';

/** Asking for documents. What prints them is in the worker. */
@Module({
  imports: [HealthModule, JobsModule, StorageModule],
  providers: [DocumentsService, DocumentAnswers, RollCallService],
  exports: [DocumentsService, DocumentAnswers, RollCallService],
})
export class DocumentsModule {}
