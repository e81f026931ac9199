import { site } from '#libs/bookings/bookings.dto';
import { IntegerField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { AsOfField } from '#libs/core/http/time-fields';
import { CommaListField } from '#libs/core/http/list-fields';

export const INCLUDES = [
  'lead_person',
  'additional_people',
  'location',
  'block_booking',
  'flags',
  'transactions',
  'stays',
] as const;
export type Include = (typeof INCLUDES)[number];

export class SiteQuery {
  @IdField(site)
  site: string;
}

export class ReadBookingQuery extends SiteQuery {
  @CommaListField(INCLUDES, {
    optional: true,
    description: 'Records to include in `expanded`; `stays` are included in the booking itself',
  })
  include?: Include[];

  @AsOfField()
  as_of?: string;
}

export class PageQuery extends SiteQuery {
  @IntegerField({ min: 1, max: 200, query: true, optional: true, default: 50 })
  limit = 50;

  @IntegerField({ min: 0, max: 10000, query: true, optional: true, default: 0 })
  skip = 0;
}
