import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import type { StudentImportResponse } from '#libs/students/import-history/history.dto';
import { findHistory, findStudentImport } from '#libs/students/import-history/history.queries';

/** What imports of students did. */
@Injectable()
export class StudentImportHistoryService {
  constructor(private readonly database: Database) {}

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string): Promise<StudentImportResponse> {
    const record = await findStudentImport(this.database, site.id, id);
    if (!record) throw new NotFound('The import');
    const rows = await findHistory(this.database, site.id, id);
    const did = (action: string) => rows.filter((row) => row.action === action).length;
    const undid = (outcome: string) => rows.filter((row) => row.undo_outcome === outcome).length;
    const { undone_at, ...rest } = record;
    const undone = { reversed: undid('reversed'), kept: undid('kept'), blocked: undid('blocked') };
    return {
      ...rest,
      summary: {
        created: did('created'),
        changed: did('changed'),
        unchanged: did('unchanged'),
        deactivated: did('deactivated'),
      },
      undone: undone_at === null ? null : { undone_at, ...undone },
      students: rows.map(({ student, action, changes, undo_outcome, undo_reason }) => ({
        _id: student,
        action,
        changes,
        undo_outcome,
        undo_reason,
      })),
    };
  }
}
