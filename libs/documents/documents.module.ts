import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Bell } from '#libs/core/queue/bell';
import { StorageModule } from '#libs/core/storage/storage.module';
import { DocumentAnswers } from '#libs/documents/document-answers';
import { DocumentJob } from '#libs/documents/document-job.entity';
import { DocumentsController } from '#libs/documents/documents.controller';
import { DocumentsService } from '#libs/documents/documents.service';

/** Asking for documents. What prints them is in the worker. */
@Module({
  imports: [StorageModule, TypeOrmModule.forFeature([DocumentJob])],
  controllers: [DocumentsController],
  providers: [DocumentsService, DocumentAnswers, Bell],
})
export class DocumentsModule {}
