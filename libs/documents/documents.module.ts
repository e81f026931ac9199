import { Module } from '@nestjs/common';
import { HealthModule } from '#libs/core/health/health.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { DocumentAnswers } from '#libs/documents/document-answers';
import { DocumentsController } from '#libs/documents/documents.controller';
import { DocumentsService } from '#libs/documents/documents.service';

/** Asking for documents. What prints them is in the worker. */
@Module({
  imports: [HealthModule, StorageModule],
  controllers: [DocumentsController],
  providers: [DocumentsService, DocumentAnswers],
})
export class DocumentsModule {}
