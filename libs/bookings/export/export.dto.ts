import { CommaListField, EnumField, IdField } from '#libs/core/http/fields';
import { STATUSES, type BookingStatus } from '#libs/bookings/booking-status';
import { SiteQuery } from '#libs/bookings/bookings.dto';
import { EVERY_SORT, type Sort, TREE } from '#libs/bookings/listing/list-bookings.dto';

export class ExportBookingsQuery extends SiteQuery {
  @CommaListField(STATUSES, { optional: true, example: 'confirmed,checked_in' })
  status?: BookingStatus[];

  @IdField({ optional: true, description: TREE })
  location_tree?: string;

  @EnumField(EVERY_SORT, { optional: true, default: 'contract_start' })
  sort_by: Sort = 'contract_start';
}
