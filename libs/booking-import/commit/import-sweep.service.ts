import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import { emptyStudentImports } from '#libs/students/import-history/history.queries';
import { emptyImport } from '#libs/booking-import/commit/imports.queries';
import { removePreviews } from '#libs/booking-import/preview/previews.queries';

const DAY_MS = 86_400_000;

/** Removes what files said of people some time after their import has ended, and previews after a day; what became of each row stays. */
@Injectable()
export class ImportSweepService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One import a statement. Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.config.IMPORT_ROWS_KEEP_DAYS * DAY_MS);
    while (await emptyImport(this.database, before, now));
    await removePreviews(this.database, now);
    await emptyStudentImports(this.database, before, now);
  }
}
