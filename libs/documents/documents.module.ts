import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HealthModule } from '#libs/core/health/health.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { DocumentAnswers } from '#libs/documents/document-answers';
import { Document } from '#libs/documents/document.entity';
import { DocumentsController } from '#libs/documents/documents.controller';
import { DocumentsService } from '#libs/documents/documents.service';

/** Asking for documents. What prints them is in the worker. */
@Module({
  imports: [HealthModule, StorageModule, TypeOrmModule.forFeature([Document])],
  controllers: [DocumentsController],
  providers: [DocumentsService, DocumentAnswers],
})
export class DocumentsModule {}
