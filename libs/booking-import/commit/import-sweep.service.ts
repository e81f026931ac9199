import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import { emptyStudentImports } from '#libs/students/import-history/history.queries';
import { emptyImport } from '#libs/booking-import/commit/imports.queries';
import { removePreviews } from '#libs/booking-import/preview/previews.queries';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 30;

/** Removes what files said of people 30 days after their import has ended, and previews after a day; what became of each row stays. */
@Injectable()
export class ImportSweepService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** One import a statement. Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - KEEP_DAYS * DAY_MS);
    while (await emptyImport(this.database, before, now));
    await removePreviews(this.database, now);
    await emptyStudentImports(this.database, before, now);
  }
}
