import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { pageFacts } from '#libs/documents/page-facts';
import { Printer } from '#libs/core/pdf/printer';
import { addDays, localDate, startOfDay } from '#libs/core/time/site-time';
import { type DeparturesPage, departuresPage } from '#libs/documents/departures/departures-page';
import { listDepartures } from '#libs/documents/departures/departures.queries';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { printParts } from '#libs/documents/print-parts';

/** The printed list of those who leave on a day. */
@Injectable()
export class DeparturesDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
  ) {}

  async print(job: DocumentRow & { kind: 'departures' }): Promise<Buffer> {
    const { on, location_tree: tree } = job.parameters;
    const [from, to] = [startOfDay(on, job.time_zone), startOfDay(addDays(on, 1), job.time_zone)];
    const today = localDate(new Date(job.created_at), job.time_zone);
    const lines = await listDepartures(this.database, job.site_id, { on, today, from, to, tree });
    const facts: DeparturesPage = { ...(await pageFacts(this.database, job)), on, total: lines.length };
    return printParts(this.printer, facts, lines, (part, which) => departuresPage(facts, part, which));
  }
}
