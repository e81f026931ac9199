import { IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';

const count = { min: 0, max: 2_147_483_647, example: 0 };

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
  @TextField({ max: 120, example: 'Summer school 2027' }) name: string;
  @TextField({ max: 4000, nullable: true }) notes: string | null;
  @InstantField() created_at: string;
  @IdField({ nullable: true }) created_by: string | null;
  @ObjectField(() => StatusCountsResponse) counts: StatusCountsResponse;
}

export class BlockBookingPageResponse {
  @ListField(() => BlockBookingResponse) data: BlockBookingResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1 }) total: number;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
}
