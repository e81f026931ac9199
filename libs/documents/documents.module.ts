import { Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { JobsModule } from '#libs/jobs/jobs.module';
import { DocumentResponses } from '#libs/documents/document-responses';
import { DocumentsService } from '#libs/documents/documents.service';
import { ReferencesModule } from '#libs/references/references.module';
import { RollCallService } from '#libs/documents/roll-call/roll-call.service';
import { SubjectDataService } from '#libs/documents/subject-data/subject-data.service';

/** Asking for documents. What prints them is in the worker. */
@Module({
  imports: [HealthModule, JobsModule, ReferencesModule, StorageModule],
  providers: [DocumentsService, DocumentResponses, RollCallService, SubjectDataService],
  exports: [DocumentsService, DocumentResponses, RollCallService, SubjectDataService],
})
export class DocumentsModule {}
