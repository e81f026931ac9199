import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { prefetch } from '#libs/core/async/prefetch';
import { mergePdfs } from '#libs/core/pdf/merge';
import { Printer } from '#libs/core/pdf/printer';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { footers } from '#libs/documents/page';
import { pageFacts } from '#libs/documents/page-facts';
import { linesAtOnce, partsOf } from '#libs/documents/parts';
import { withPhotos } from '#libs/documents/photos';
import type { ReportProgress } from '#libs/documents/report-progress';
import { listLines, type StudentLine } from '#libs/documents/students-document.queries';
import { type StudentsPage, studentsPage } from '#libs/documents/students-page';

/** The printed list of a site's students; a long one in parts that are laid together. */
@Injectable()
export class StudentsDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async print(job: DocumentRow & { kind: 'students' }, report: ReportProgress): Promise<Buffer> {
    const { sort_by: order, include_photo: photos, paper, welfare, language: _language, ...filter } = job.parameters;
    const lines = await listLines(this.database, job.site_id, { order, welfare, filter });
    const facts: StudentsPage = {
      ...(await pageFacts(this.database, job)),
      total: lines.length,
      welfare,
      photos,
    };
    const atOnce = linesAtOnce(photos);
    if (lines.length <= atOnce)
      return this.printer.printPdf(
        studentsPage(facts, await this.pictured(facts, lines), { first: true, whole: true }),
      );
    // While one part is bound, the browser prints the next.
    return mergePdfs(prefetch(this.parts(report, facts, lines, atOnce)), (pages) =>
      this.printer.printPdf(footers(pages, paper, facts.speaker), { tagged: false, transparent: true }),
    );
  }

  private async *parts(report: ReportProgress, facts: StudentsPage, lines: StudentLine[], size: number) {
    const parts = partsOf(lines, size);
    const cutPictures = (part: StudentLine[] = []) => {
      const pictured = this.pictured(facts, part);
      // It may fail before it is awaited below.
      pictured.catch(() => undefined);
      return pictured;
    };
    let next = cutPictures(parts[0]);
    let done = 0;
    for (const [index, part] of parts.entries()) {
      await report(done, lines.length, 'printing');
      const pictured = await next;
      // While the browser prints this part, the pictures of the next are cut.
      next = cutPictures(parts[index + 1]);
      yield await this.printer.printPdf(studentsPage(facts, pictured, { first: index === 0, whole: false }));
      done += part.length;
    }
    await report(done, lines.length, 'binding');
  }

  private async pictured({ photos }: StudentsPage, lines: StudentLine[]) {
    return photos ? withPhotos(this.store, lines) : lines;
  }
}
