import { Injectable } from '@nestjs/common';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { speakerOf } from '#libs/core/languages/say';
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
    const { student, paper, language } = job.parameters;
    const data = await this.database.reading((tx) => findSubjectData(tx, job.site_id, student));
    if (!data) throw new NotFound('The student');
    const site = await getLetterhead(this.database, job.site_id);
    const speaker = speakerOf(site.language ?? language ?? 'en');
    const { time_zone: timeZone, created_at: madeAt, requested_by_name: madeBy } = job;
    return this.printer.printPdf(subjectDataPage({ speaker, site, timeZone, paper, madeAt, madeBy, data }));
  }
}
