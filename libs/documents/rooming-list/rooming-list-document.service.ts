import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { mergePdfs } from '#libs/core/pdf/merge';
import { Printer } from '#libs/core/pdf/printer';
import { findBlock } from '#libs/bookings/blocks/blocks.queries';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { footers } from '#libs/documents/page';
import { linesAtOnce, partsOf } from '#libs/documents/parts';
import { type RoomingListPage, roomingListPage, SPEAKER } from '#libs/documents/rooming-list/rooming-list-page';
import { listRoomingLines } from '#libs/documents/rooming-list/rooming-list.queries';

/** The printed rooming list of a block booking; a long one in parts that are laid together. */
@Injectable()
export class RoomingListDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
  ) {}

  /** @throws NotFound */
  async print(job: DocumentRow & { kind: 'rooming_list' }): Promise<Buffer> {
    const { block_booking, paper } = job.parameters;
    const block = await findBlock(this.database, job.site_id, block_booking);
    if (!block) throw new NotFound('The block booking');
    const lines = await listRoomingLines(this.database, job.site_id, block_booking);
    const facts: RoomingListPage = {
      siteName: job.site_name,
      blockName: block.name,
      notes: block.notes,
      timeZone: job.time_zone,
      paper,
      madeAt: job.created_at,
      madeBy: job.requested_by_name,
      total: lines.length,
      unnamed: lines.filter(({ name }) => name === null).length,
    };
    const parts = partsOf(lines, linesAtOnce(false));
    if (parts.length <= 1) return this.printer.printPdf(roomingListPage(facts, lines, { first: true, whole: true }));
    const print = async function* (printer: Printer) {
      for (const [index, part] of parts.entries())
        yield await printer.printPdf(roomingListPage(facts, part, { first: index === 0, whole: false }));
    };
    return mergePdfs(print(this.printer), (pages) =>
      this.printer.printPdf(footers(pages, paper, SPEAKER), { tagged: false, transparent: true }),
    );
  }
}
