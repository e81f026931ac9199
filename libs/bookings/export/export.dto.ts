import { IntersectionType } from '@nestjs/swagger';
import { ExportOptions } from '#libs/core/csv/export.dto';
import { EnumField } from '#libs/core/http/fields';
import { SiteQuery } from '../read-booking.dto.js';
import { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';
import { EVERY_SORT, type Sort } from '#libs/bookings/listing/list-bookings.dto';

export class ExportBookingsQuery extends IntersectionType(SiteQuery, ExportOptions, BookingFilters) {
  @EnumField(EVERY_SORT, { optional: true, default: 'contract_start' })
  sort_by: Sort = 'contract_start';
}
