import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import type { BlockBookingPageResponse, BlockBookingResponse } from '#libs/bookings/blocks/blocks.dto';
import { type BlockRow, findBlock, listBlocks } from '#libs/bookings/blocks/blocks.queries';
import { STATUSES } from '#libs/bookings/booking-status';
import type { PageQuery } from '../read-booking.dto.js';

/** Block bookings: what was booked together. They are made by a bulk request and live as long as their bookings. */
@Injectable()
export class BlocksService {
  constructor(private readonly database: Database) {}

  async list({ site }: SiteAccess, { limit, skip }: PageQuery): Promise<BlockBookingPageResponse> {
    const { total, data } = await listBlocks(this.database, site.id, limit, skip);
    return { data: data.map(toBlock), total, limit, skip };
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string): Promise<BlockBookingResponse> {
    const row = await findBlock(this.database, site.id, id);
    if (!row) throw new NotFound('The block booking');
    return toBlock(row);
  }
}

/** A block as responses show it. */
export function toBlock({ counts, ...row }: BlockRow): BlockBookingResponse {
  const all = Object.fromEntries(STATUSES.map((status) => [status, counts[status] ?? 0]));
  return { ...row, counts: all as unknown as BlockBookingResponse['counts'] };
}
