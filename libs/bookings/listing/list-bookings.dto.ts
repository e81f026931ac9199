import {
  BooleanField,
  CommaListField,
  DateField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  TextField,
} from '#libs/core/http/fields';
import { STATUSES, type BookingStatus } from '#libs/bookings/booking-status';
import { BookingResponse, type Include, INCLUDES, PageQuery } from '#libs/bookings/bookings.dto';
import { PHASES, type Phase } from '#libs/bookings/phase';

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

export const TREE = 'A building, floor or flat: bookings of it and of everything below it';

export class ListBookingsQuery extends PageQuery {
  @IdField({ optional: true, description: 'Lead or additional person' })
  person?: string;

  @IdField({ optional: true })
  location?: string;

  @IdField({ optional: true, description: TREE })
  location_tree?: string;

  @CommaListField(STATUSES, { optional: true, example: 'confirmed,checked_in' })
  status?: BookingStatus[];

  @IdField({ optional: true })
  block_booking?: string;

  @TextField({
    min: 2,
    max: 100,
    optional: true,
    example: 'byron',
    description: 'Part of a name, email, id, room, block, vehicle or reference',
  })
  q?: string;

  @CommaListField(INCLUDES, {
    optional: true,
    example: 'lead_person,location',
    description: 'Records to put into `expanded`',
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

  @DateField({ optional: true, description: 'Stays that have a night on or after this date' })
  from?: string;

  @DateField({ optional: true, description: 'Stays that have a night before this date' })
  to?: string;

  @EnumField(PHASES, { optional: true, example: 'due_in' })
  phase?: Phase;
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
