import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents/documents.module';
import { DocumentsController } from '#libs/documents/documents.controller';

@Module({ imports: [DocumentsModule], controllers: [DocumentsController] })
export class DocumentsApiModule {}
