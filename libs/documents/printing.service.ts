import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import type { JobRunner, RunningJob } from '#libs/jobs/job-executor';
import { BookingDocumentService } from '#libs/documents/booking-document.service';
import { DOCUMENT_KINDS, jobKindOf } from '#libs/documents/document.entity';
import { DocumentPrinters } from '#libs/documents/document-printers';
import { type DocumentRow, findDocument, keepDocument } from '#libs/documents/documents.queries';
import type { ReportProgress } from '#libs/documents/report-progress';

const SIGN_OF_LIFE_MS = 5_000;

/** Prints what a row requests and puts it into the store. It may run twice, and at once: one result counts. */
@Injectable()
export class PrintingService {
  /** The same for each kind of document. */
  readonly runners: JobRunner[] = DOCUMENT_KINDS.map((kind) => ({
    kind: jobKindOf(kind),
    run: (job) => this.run(job),
  }));

  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly printers: DocumentPrinters,
    private readonly bookings: BookingDocumentService,
  ) {}

  private async run(job: RunningJob): Promise<void> {
    const document = await findDocument(this.database, job.siteId, job.id, null);
    if (!document) throw new Error('a job without its document');
    let last: Parameters<ReportProgress> = [0, 0, 'printing'];
    const report: ReportProgress = (...now) => {
      const [done, total, stage] = (last = now);
      return job.advance(this.database, done, stage, total);
    };
    // The browser is silent for as long as it prints; it must not be taken for dead.
    const alive = setInterval(() => void report(...last).catch(() => undefined), SIGN_OF_LIFE_MS);
    try {
      await this.keep(job, document, await this.printers.print(document, report));
    } finally {
      clearInterval(alive);
    }
  }

  private async keep(job: RunningJob, document: DocumentRow, pdf: Buffer): Promise<void> {
    const etag = createHash('sha256').update(pdf).digest('base64url');
    const name = etag.replace(/[^A-Za-z0-9]/g, '').slice(0, 8);
    const key = `documents/${document.id}-${name.toLowerCase()}.pdf`;
    await this.store.put(key, pdf);
    await this.database.transaction(async (tx) => {
      if (document.kind === 'booking' && document.parameters.mail) await this.bookings.promiseMail(tx, document, pdf);
      await job.complete(tx, `/documents/${document.id}/file?site=${document.site_id}`);
      await keepDocument(tx, document, { objectKey: key, bytes: pdf.length, etag });
    });
  }
}
