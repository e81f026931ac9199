import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { isSuccess } from '#libs/core/errors/outcome';
import type { Cause } from '#libs/bookings/booking-trail';
import type { UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import type { BookingDetailResponse } from './booking-responses.dto.js';
import { UpdateExecutor } from '#libs/bookings/updates/update-executor';

@Injectable()
export class UpdateBookingService {
  constructor(
    private readonly database: Database,
    private readonly updates: UpdateExecutor,
  ) {}

  /** Changes fields of a booking, never its status. @throws BookingConflict, BookingClosed, NotFound, VersionMismatch */
  update(
    access: SiteAccess,
    id: string,
    request: UpdateBookingRequest,
    version?: number,
    cause?: Cause,
  ): Promise<BookingDetailResponse> {
    return this.database.transaction(async (tx) => {
      const [outcome] = await this.updates.executeAll(tx, access, [{ id, request, version, cause }], 'one');
      if (!outcome) throw new Error('a change without an outcome');
      if (isSuccess(outcome)) return outcome;
      throw outcome;
    });
  }
}
