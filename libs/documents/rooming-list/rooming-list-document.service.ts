import { Injectable } from '@nestjs/common';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { speakerOf } from '#libs/core/languages/say';
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
    const { block_booking, paper, language } = job.parameters;
    const block = await findBlock(this.database, job.site_id, block_booking);
    if (!block) throw new NotFound('The block booking');
    const lines = await listRoomingLines(this.database, job.site_id, block_booking);
    const site = await getLetterhead(this.database, job.site_id);
    const facts: RoomingListPage = {
      speaker: speakerOf(site.language ?? language ?? 'en'),
      site,
      blockName: block.name,
      notes: block.notes,
      timeZone: job.time_zone,
      paper,
      madeAt: job.created_at,
      madeBy: job.requested_by_name,
      total: lines.length,
      unnamed: lines.filter(({ name }) => name === null).length,
    };
    return printParts(this.printer, facts, lines, (part, which) => roomingListPage(facts, part, which));
  }
}
