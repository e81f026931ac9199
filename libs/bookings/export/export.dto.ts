import { IntersectionType } from '@nestjs/swagger';
import { EXPORT_FORMATS, type ExportFormat } from '#libs/core/csv/export-cells';
import { EnumField } from '#libs/core/http/fields';
import { SiteQuery } from '#libs/bookings/bookings.dto';
import { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';
import { EVERY_SORT, type Sort } from '#libs/bookings/listing/list-bookings.dto';

export class ExportBookingsQuery extends IntersectionType(SiteQuery, BookingFilters) {
  @EnumField(EXPORT_FORMATS, { optional: true, default: 'csv', description: 'CSV, or a workbook with typed cells' })
  format: ExportFormat = 'csv';

  @EnumField(EVERY_SORT, { optional: true, default: 'contract_start' })
  sort_by: Sort = 'contract_start';
}
