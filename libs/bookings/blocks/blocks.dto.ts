import { AnyField, BooleanField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField, IdListField } from '#libs/core/http/id-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { BulkDetails, MOST_ROWS } from '#libs/bookings/bulk/bulk.dto';
import { WaitingField, type WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import { WarningResponse } from '#libs/bookings/warnings.dto';
import { PageQuery } from '../read-booking.dto.js';

const site = { description: 'The site', example: EXAMPLE.site };
const count = { min: 0, max: 2_147_483_647, example: 0 };

export class ListBlocksQuery extends PageQuery {
  @TextField({ min: 2, max: 100, optional: true, example: 'summer', description: 'Part of the name' })
  q?: string;

  @BooleanField({ optional: true, query: true, description: 'Only those with live bookings, or only those without' })
  live?: boolean;

  @DateField({ optional: true, description: 'Blocks that have a night on or after this date' })
  from?: string;

  @DateField({ optional: true, description: 'Blocks that have a night before this date' })
  to?: string;
}

export class UpdateBlockRequest {
  @IdField(site)
  site: string;

  @TextField({
    max: 120,
    optional: true,
    example: 'Summer school 2027',
    description: 'Unique in the site; every block has one',
  })
  name?: string;

  @TextField({ max: 4000, lines: true, min: 0, optional: true, nullable: true })
  notes?: string | null;

  @DateField({ optional: true, description: 'First night of all its live bookings; not after the arrival of a guest' })
  contract_start?: string;

  @DateField({
    optional: true,
    nullable: true,
    description: 'Departure day of all its live bookings; null: open-ended',
  })
  contract_end?: string | null;

  @InstantField({
    optional: true,
    nullable: true,
    description: 'Until when all its provisional bookings are held, and those that are added later',
  })
  hold_until?: string | null;
}

export class AddBookingsRequest extends BulkDetails {
  @IdField(site)
  site: string;

  @DateField({ optional: true, description: 'First night; that of the block when absent, as is the departure day' })
  contract_start?: string;
}

export class CancelBlockRequest {
  @IdField(site)
  site: string;

  @TextField({ max: 50, example: 'requested_by_student', description: 'A code of the site' })
  cancellation_code: string;

  @TextField({
    max: 500,
    lines: true,
    optional: true,
    example: undefined,
    description: 'Required with the code `other`',
  })
  cancellation_reason?: string;

  @TextField({ max: 4000, lines: true, optional: true, example: 'Fewer guests than expected' })
  notes?: string;
}

export class ReleaseBookingsRequest extends CancelBlockRequest {
  @IdListField({
    of: 'booking',
    min: 1,
    max: MOST_ROWS,
    optional: true,
    description: 'Bookings of the block; when absent, all that nobody has moved into',
  })
  bookings?: string[];

  @BooleanField({ optional: true, default: false, description: 'All rows or none' })
  atomic?: boolean;
}

/** How many bookings of a block are in each status. */
export class StatusCountsResponse {
  @IntegerField(count) provisional: number;
  @IntegerField({ ...count, example: 12 }) confirmed: number;
  @IntegerField(count) checked_in: number;
  @IntegerField(count) checked_out: number;
  @IntegerField(count) cancelled: number;
  @IntegerField(count) no_show: number;
  @IntegerField(count) void: number;
}

export class BlockBookingResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @TextField({ max: 120, example: 'Summer school 2027', description: 'Unique in the site' }) name: string;
  @TextField({ max: 4000, nullable: true }) notes: string | null;
  @DateField({ nullable: true, description: 'The first night of its bookings; null when all were called off' })
  contract_start: string | null;
  @DateField({ nullable: true, description: 'The last departure day of its bookings; null: open-ended or called off' })
  contract_end: string | null;
  @InstantField({ nullable: true, description: 'Until when it is held, also for bookings that are added later' })
  hold_until: string | null;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @IdField({ nullable: true }) created_by: string | null;
  @InstantField() updated_at: string;
  @ObjectField(() => StatusCountsResponse) counts: StatusCountsResponse;
}

export class ChangedBlockResponse extends BlockBookingResponse {
  @WaitingField() waiting: WaitingMatchResponse[];
  @ListField(() => WarningResponse, {
    description: 'Departure slots and planned moves that bookings lost by their new dates',
  })
  warnings: WarningResponse[];
}

export class BlockBookingPageResponse {
  @ListField(() => BlockBookingResponse) data: BlockBookingResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1 }) total: number;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
}

export class ReleaseRowResponse {
  @IntegerField({ min: 0, max: MOST_ROWS, example: 0, description: 'Position in the request, else by id' })
  index: number;
  @IdField() booking_id: string;
  @EnumField(['released', 'failed', 'rolled_back']) outcome: 'released' | 'failed' | 'rolled_back';
  @WaitingField() waiting: WaitingMatchResponse[];
  @AnyField({
    nullable: true,
    description: 'Why the row failed: code, title, status, detail and the members of the code',
  })
  error: Record<string, unknown> | null;
}

export class ReleaseResponse {
  @ObjectField(() => BlockBookingResponse) block_booking: BlockBookingResponse;
  @ListField(() => ReleaseRowResponse) results: ReleaseRowResponse[];
}
