import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents/documents.module';
import { DocumentsController } from '#libs/documents/documents.controller';
import { RollCallController } from '#libs/documents/roll-call/roll-call.controller';
import { StorageModule } from '#libs/core/storage/storage.module';

@Module({ imports: [DocumentsModule, StorageModule], controllers: [DocumentsController, RollCallController] })
export class DocumentsApiModule {}
