import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { pageFacts } from '#libs/documents/page-facts';
import { Printer } from '#libs/core/pdf/printer';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { findSubjectData } from '#libs/documents/subject-data/subject-data.queries';
import { subjectDataPage } from '#libs/documents/subject-data/subject-data-page';

/** Everything that is stored about a student, printed. */
@Injectable()
export class SubjectDataDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
  ) {}

  /** @throws NotFound for who was erased meanwhile */
  async print(job: DocumentRow & { kind: 'subject_data' }): Promise<Buffer> {
    const { student } = job.parameters;
    const data = await this.database.reading((tx) => findSubjectData(tx, job.site_id, student));
    if (!data) throw new NotFound('The student');
    return this.printer.printPdf(subjectDataPage({ ...(await pageFacts(this.database, job)), data }));
  }
}
