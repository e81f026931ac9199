import { CommaListField, EnumField } from '#libs/core/http/fields';
import { STATUSES, type BookingStatus } from '#libs/bookings/booking-status';
import { SiteQuery } from '#libs/bookings/bookings.dto';
import { EVERY_SORT, type Sort } from '#libs/bookings/listing/list-bookings.dto';

export class ExportBookingsQuery extends SiteQuery {
  @CommaListField(STATUSES, { optional: true, example: 'confirmed,checked_in' })
  status?: BookingStatus[];

  @EnumField(EVERY_SORT, { optional: true, default: 'contract_start' })
  sort_by: Sort = 'contract_start';
}
