import { Injectable } from '@nestjs/common';
import { DeparturesDocumentService } from '#libs/documents/departures/departures-document.service';
import { BookingDocumentService } from '#libs/documents/booking-document.service';
import type { DocumentRow } from '#libs/documents/documents.queries';
import type { ReportProgress } from '#libs/documents/report-progress';
import { RollCallDocumentService } from '#libs/documents/roll-call/roll-call-document.service';
import { RoomingListDocumentService } from '#libs/documents/rooming-list/rooming-list-document.service';
import { SubjectDataDocumentService } from '#libs/documents/subject-data/subject-data-document.service';
import { StudentsDocumentService } from '#libs/documents/students-document.service';

/** Prints each kind of document. */
@Injectable()
export class DocumentPrinters {
  constructor(
    private readonly students: StudentsDocumentService,
    private readonly bookings: BookingDocumentService,
    private readonly rollCalls: RollCallDocumentService,
    private readonly roomingLists: RoomingListDocumentService,
    private readonly departures: DeparturesDocumentService,
    private readonly subjectData: SubjectDataDocumentService,
  ) {}

  print(document: DocumentRow, report: ReportProgress): Promise<Buffer> {
    if (document.kind === 'students') return this.students.print(document, report);
    if (document.kind === 'booking') return this.bookings.print(document);
    if (document.kind === 'departures') return this.departures.print(document);
    if (document.kind === 'subject_data') return this.subjectData.print(document);
    return document.kind === 'rooming_list' ? this.roomingLists.print(document) : this.rollCalls.print(document);
  }
}
