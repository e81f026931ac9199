import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { pageFacts } from '#libs/documents/page-facts';
import { Printer } from '#libs/core/pdf/printer';
import { findBlock } from '#libs/bookings/blocks/blocks.queries';
import type { DocumentRow } from '#libs/documents/documents.queries';
import { printParts } from '#libs/documents/print-parts';
import { type RoomingListPage, roomingListPage } from '#libs/documents/rooming-list/rooming-list-page';
import { listRoomingLines } from '#libs/documents/rooming-list/rooming-list.queries';

/** The printed rooming list of a block booking. */
@Injectable()
export class RoomingListDocumentService {
  constructor(
    private readonly database: Database,
    private readonly printer: Printer,
  ) {}

  /** @throws NotFound */
  async print(job: DocumentRow & { kind: 'rooming_list' }): Promise<Buffer> {
    const { block_booking } = job.parameters;
    const block = await findBlock(this.database, job.site_id, block_booking);
    if (!block) throw new NotFound('The block booking');
    const lines = await listRoomingLines(this.database, job.site_id, block_booking);
    const facts: RoomingListPage = {
      ...(await pageFacts(this.database, job)),
      blockName: block.name,
      notes: block.notes,
      total: lines.length,
      unnamed: lines.filter(({ name }) => name === null).length,
    };
    return printParts(this.printer, facts, lines, (part, which) => roomingListPage(facts, part, which));
  }
}
