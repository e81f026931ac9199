import { Module } from '@nestjs/common';
import { MailModule } from '#libs/core/mail/mail.module';
import { Printer } from '#libs/core/pdf/printer';
import { StorageModule } from '#libs/core/storage/storage.module';
import { BookingDocumentService } from '#libs/documents/booking-document.service';
import { DeparturesDocumentService } from '#libs/documents/departures/departures-document.service';
import { DocumentPrinters } from '#libs/documents/document-printers';
import { DocumentSweepService } from '#libs/documents/document-sweep.service';
import { PrintingService } from '#libs/documents/printing.service';
import { RollCallCopiesModule } from '#libs/documents/roll-call/roll-call-copies.module';
import { RollCallDocumentService } from '#libs/documents/roll-call/roll-call-document.service';
import { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import { RoomingListDocumentService } from '#libs/documents/rooming-list/rooming-list-document.service';
import { SubjectDataDocumentService } from '#libs/documents/subject-data/subject-data-document.service';
import { StudentsDocumentService } from '#libs/documents/students-document.service';

/** Making documents, and removing them: the worker's part. */
@Module({
  imports: [MailModule, RollCallCopiesModule, StorageModule],
  providers: [
    Printer,
    PrintingService,
    DocumentPrinters,
    StudentsDocumentService,
    BookingDocumentService,
    RollCallDocumentService,
    RoomingListDocumentService,
    DeparturesDocumentService,
    SubjectDataDocumentService,
    RollCallKeeper,
    DocumentSweepService,
  ],
  exports: [PrintingService, DocumentSweepService, RollCallKeeper],
})
export class PrintingModule {}
