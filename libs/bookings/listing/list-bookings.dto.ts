import { IntersectionType } from '@nestjs/swagger';
import { BooleanField, EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { CommaListField, ListField } from '#libs/core/http/list-fields';
import { type Include, INCLUDES, PageQuery } from '../read-booking.dto.js';
import { BookingResponse } from '../booking-responses.dto.js';
import { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';

export const SORTS = [
  'contract_start',
  'contract_end',
  'created_at',
  'updated_at',
  'lead_person',
  'location',
  'status',
] as const;
export type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`;
export const EVERY_SORT = SORTS.flatMap((sort) => [sort, `-${sort}`]);

export class ListBookingsQuery extends IntersectionType(PageQuery, BookingFilters) {
  @CommaListField(INCLUDES, {
    optional: true,
    example: 'lead_person,location',
    description: 'Records to include in `expanded`; `stays` are included in the booking itself',
  })
  include?: Include[];

  @EnumField(EVERY_SORT, { optional: true, default: 'contract_start' })
  sort: Sort = 'contract_start';

  @TextField({
    max: 1000,
    optional: true,
    example: undefined,
    description: '`next_cursor` of the page before, with the same sort and without skip: pages beyond skip 10,000',
  })
  cursor?: string;
}

export class BookingPageResponse {
  @ListField(() => BookingResponse) data: BookingResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1 }) total: number;
  @BooleanField({ description: 'False above 10,000: the total is then an estimate' }) total_exact: boolean;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
  @TextField({ max: 1000, nullable: true, example: null, description: 'Leads to the next page; null on the last' })
  next_cursor: string | null;
}
