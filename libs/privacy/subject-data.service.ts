import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import type { SubjectDataResponse } from '#libs/privacy/subject-data.dto';
import { findSubjectData } from '#libs/privacy/subject-data.queries';

/** What somebody gets who asks what is stored about them. */
@Injectable()
export class SubjectDataService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** On one state of the data; that it was read is written down. @throws NotFound, also for who was erased */
  async get({ site, caller }: SiteAccess, id: string): Promise<SubjectDataResponse> {
    const data = await this.database.reading((tx) => findSubjectData(tx, site.id, id));
    if (!data) throw new NotFound('The student');
    const deed = { siteId: site.id, action: 'student.data_read', subjectKind: 'student' as const, subjectId: id };
    await recordAudit(this.database, caller, this.clock.now(), deed);
    return data;
  }
}
