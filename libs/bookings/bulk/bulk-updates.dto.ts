import { AnyField, BooleanField, EnumField, IntegerField, ObjectField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { ListField } from '#libs/core/http/list-fields';
import { BookingDetailResponse } from '#libs/bookings/booking-responses.dto';
import { BookingChanges } from '#libs/bookings/bookings.dto';
import { atomic, count, error, MOST_ROWS, site } from '#libs/bookings/bulk/bulk.dto';

export class BookingChangesRequest extends BookingChanges {
  @IdField({ of: 'booking', description: 'The booking' })
  booking_id: string;

  @IntegerField({ min: 1, max: 2147483647, optional: true, example: 1, description: 'Only at this version' })
  version?: number;
}

export class BulkUpdateRequest {
  @IdField(site)
  site: string;

  @BooleanField({
    ...atomic,
    description:
      'All rows or none; then all bookings leave their rooms before any takes another, so that rooms can be exchanged',
  })
  atomic?: boolean;

  @ListField(() => BookingChangesRequest, {
    min: 1,
    max: MOST_ROWS,
    description: 'Each booking at most once, with the fields that change',
  })
  updates: BookingChangesRequest[];
}

export class BulkUpdateSummaryResponse {
  @IntegerField({ ...count, example: 2 }) requested: number;
  @IntegerField({ ...count, example: 1 }) updated: number;
  @IntegerField({ ...count, example: 1 }) failed: number;
  @IntegerField({ ...count, example: 0 }) rolled_back: number;
}

export class BulkUpdateRowResponse {
  @IntegerField({ ...count, example: 0, description: 'Position in the request' }) index: number;
  @IdField() booking_id: string;
  @EnumField(['updated', 'failed', 'rolled_back']) outcome: 'updated' | 'failed' | 'rolled_back';
  @ObjectField(() => BookingDetailResponse, { nullable: true }) booking: BookingDetailResponse | null;
  @AnyField(error) error: Record<string, unknown> | null;
}

export class BulkUpdateResponse {
  @ObjectField(() => BulkUpdateSummaryResponse) summary: BulkUpdateSummaryResponse;
  @ListField(() => BulkUpdateRowResponse) results: BulkUpdateRowResponse[];
}
