import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { BookingDocumentService } from '#libs/documents/booking-document.service';
import { completeDocument, type DocumentRow, failDocument, takeDocument } from '#libs/documents/document-jobs.queries';
import { StudentsDocumentService } from '#libs/documents/students-document.service';

/** Prints what a row asks for and puts it into the store. It may run twice, and at once: one result counts. */
@Injectable()
export class PrintingService {
  private readonly logger = new Logger('documents');

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(StudentsDocumentService) private readonly students: StudentsDocumentService,
    @Inject(BookingDocumentService) private readonly bookings: BookingDocumentService,
  ) {}

  /** `last`: nobody will try again, so that a failure is written down. @throws what is worth another try */
  async run(siteId: string, id: string, last: boolean): Promise<void> {
    const job = await takeDocument(this.database, siteId, id);
    if (!job) return;
    try {
      await this.keep(job, await this.print(job));
    } catch (error) {
      const known = error instanceof DomainError;
      if (!known && !last) throw error;
      this.logger.error({ msg: `document ${id} failed: ${(error as Error).message}`, err: error });
      const { code, detail } = known
        ? error
        : { code: 'internal_error' as const, detail: 'The document could not be printed. Try again.' };
      await failDocument(this.database, siteId, id, { code, detail }, this.clock.now());
    }
  }

  private print(job: DocumentRow): Promise<Buffer> {
    return job.kind === 'students' ? this.students.print(job) : this.bookings.print(job);
  }

  private async keep(job: DocumentRow, pdf: Buffer): Promise<void> {
    const etag = createHash('sha256').update(pdf).digest('base64url');
    const key = `documents/${job.id}-${etag
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, 8)
      .toLowerCase()}.pdf`;
    await this.store.put(key, pdf);
    const result = { key, bytes: pdf.length, etag };
    if (!(await completeDocument(this.database, job, result, this.clock.now()))) await this.store.remove(key);
  }
}
