import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import type { Language } from '#libs/core/languages/catalogue';
import { Clock } from '#libs/core/time/clock';
import { DocumentsService } from '#libs/documents/documents.service';
import type { Paper } from '#libs/documents/page';
import type { SubjectDataResponse } from '#libs/documents/subject-data/subject-data.dto';
import { findSubjectData } from '#libs/documents/subject-data/subject-data.queries';

/** The document for a person who requests the stored data about them. */
@Injectable()
export class SubjectDataService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly documents: DocumentsService,
  ) {}

  /** On one state of the data; that it was read is written down. @throws NotFound, also for who was erased */
  async get(access: SiteAccess, id: string): Promise<SubjectDataResponse> {
    const data = await this.database.reading((tx) => findSubjectData(tx, access.site.id, id));
    if (!data) throw new NotFound('The student');
    await this.writeDown(access, id);
    return data;
  }

  /** Orders the PDF, which is written down as reading is; returns the id of its job. @throws NotFound */
  async order(access: SiteAccess, student: string, paper: Paper, language?: Language): Promise<string> {
    await this.get(access, student);
    return this.documents.order(access, 'subject_data', { student, paper }, language);
  }

  private async writeDown({ site, caller }: SiteAccess, subjectId: string): Promise<void> {
    const auditEntry = { siteId: site.id, action: 'student.data_read', subjectKind: 'student' as const, subjectId };
    await recordAudit(this.database, caller, this.clock.now(), auditEntry);
  }
}
