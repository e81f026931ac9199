import { AnyField, BooleanField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField, IdListField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { HoldField, OverrideRequest } from '#libs/bookings/bookings.dto';
import { TransitionDetails } from '../transitions/transitions.dto.js';
import { BookingDetailResponse, BookingResponse, TransactionResponse } from '../booking-responses.dto.js';
import { WaitingField, type WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import { WarningResponse } from '#libs/bookings/warnings.dto';

/** The most rows that one request may have. */
export const MOST_ROWS = 1_000;

export const site = { description: 'The site', example: EXAMPLE.site };
export const atomic = { optional: true, default: false, description: 'All rows or none' };

/** What many bookings at once may start as. */
const BULK_STATUSES = ['provisional', 'confirmed'] as const;

export class BlockRequest {
  @TextField({ max: 120, example: 'Summer school 2027' })
  name: string;

  @TextField({ max: 4000, lines: true, min: 0, optional: true, nullable: true, example: 'Invoice to the faculty' })
  notes?: string | null;
}

export class AssignmentRequest {
  @IdField({
    of: 'student',
    optional: true,
    nullable: true,
    example: EXAMPLE.student,
    description: 'The person who has the room; in provisional bookings of a block it may be given later',
  })
  person_id?: string | null;

  @IdField({ of: 'location', description: 'A location whose type can be allocated to bookings' })
  location_id: string;

  @IdListField({ of: 'student', max: 20, optional: true, example: [], description: 'Other people who live there' })
  additional_people?: string[];

  @ObjectField(() => OverrideRequest, {
    optional: true,
    description: 'Takes a booking out of the way; needs `booking.override`',
  })
  override?: OverrideRequest;
}

/** What the bookings of one request share, and each of them for itself. */
export class BulkDetails {
  @DateField({ optional: true, nullable: true, example: '2027-07-17', description: 'Departure day; open-ended if not' })
  contract_end?: string | null;

  @IdListField({ of: 'flag', max: 50, optional: true, example: [] })
  flags?: string[];

  @TextField({ max: 4000, lines: true, min: 0, optional: true, nullable: true, example: 'Key at the gate' })
  notes?: string | null;

  @HoldField()
  hold_until?: string | null;

  @EnumField(BULK_STATUSES, {
    optional: true,
    example: 'confirmed',
    description: '`confirmed` when absent; with `hold_until` `provisional`',
  })
  status?: (typeof BULK_STATUSES)[number];

  @BooleanField(atomic)
  atomic?: boolean;

  @ListField(() => AssignmentRequest, { min: 1, max: MOST_ROWS })
  assignments: AssignmentRequest[];
}

export class BulkRequest extends BulkDetails {
  @IdField(site)
  site: string;

  @DateField({ example: '2027-07-05', description: 'First night of every booking' })
  contract_start: string;

  @ObjectField(() => BlockRequest, {
    optional: true,
    nullable: true,
    description: 'Makes a block booking that the bookings belong to',
  })
  block?: BlockRequest | null;
}

export class BookingTransitionRequest extends TransitionDetails {
  @IdField({ of: 'booking', description: 'The booking' })
  booking_id: string;

  @IntegerField({ min: 1, max: 2_147_483_647, optional: true, example: 1, description: 'Only at this version' })
  version?: number;
}

export class BulkTransitionRequest {
  @IdField(site)
  site: string;

  @BooleanField(atomic)
  atomic?: boolean;

  @ListField(() => BookingTransitionRequest, { min: 1, max: MOST_ROWS, description: 'Each booking at most once' })
  transitions: BookingTransitionRequest[];
}

export const count = { min: 0, max: MOST_ROWS };

export class BulkSummaryResponse {
  @IntegerField({ ...count, example: 2 }) requested: number;
  @IntegerField({ ...count, example: 1 }) created: number;
  @IntegerField({ ...count, example: 1 }) failed: number;
  @IntegerField({ ...count, example: 0 }) rolled_back: number;
}

export const error = {
  nullable: true,
  description: 'Why the row failed: code, title, status, detail, errors and the members of the code',
};

export class BulkRowResponse {
  @IntegerField({ ...count, example: 0, description: 'Position in the request' }) index: number;
  @EnumField(['created', 'failed', 'rolled_back']) outcome: 'created' | 'failed' | 'rolled_back';
  @ObjectField(() => BookingResponse, { nullable: true }) booking: BookingResponse | null;
  @ListField(() => WarningResponse, { description: 'Warnings, as of a single booking' })
  warnings: WarningResponse[];
  @IdField({ nullable: true, description: 'The booking that made way' }) overridden_booking_id: string | null;
  @WaitingField() waiting: WaitingMatchResponse[];
  @AnyField(error) error: Record<string, unknown> | null;
}

export class BlockSummaryResponse {
  @IdField() _id: string;
  @TextField({ max: 120 }) name: string;
  @TextField({ max: 4000, nullable: true }) notes: string | null;
}

export class BulkResponse {
  @ObjectField(() => BlockSummaryResponse, { nullable: true, description: 'Present only if a row succeeded' })
  block_booking: BlockSummaryResponse | null;
  @ObjectField(() => BulkSummaryResponse) summary: BulkSummaryResponse;
  @ListField(() => BulkRowResponse) results: BulkRowResponse[];
}

export class BulkTransitionSummaryResponse {
  @IntegerField({ ...count, example: 2 }) requested: number;
  @IntegerField({ ...count, example: 1 }) transitioned: number;
  @IntegerField({ ...count, example: 1 }) failed: number;
  @IntegerField({ ...count, example: 0 }) rolled_back: number;
}

export class BulkTransitionRowResponse {
  @IntegerField({ ...count, example: 0, description: 'Position in the request' }) index: number;
  @IdField() booking_id: string;
  @EnumField(['transitioned', 'failed', 'rolled_back']) outcome: 'transitioned' | 'failed' | 'rolled_back';
  @ObjectField(() => BookingDetailResponse, { nullable: true }) booking: BookingDetailResponse | null;
  @ObjectField(() => TransactionResponse, { nullable: true }) transaction: TransactionResponse | null;
  @WaitingField() waiting: WaitingMatchResponse[];
  @AnyField(error) error: Record<string, unknown> | null;
}

export class BulkTransitionResponse {
  @ObjectField(() => BulkTransitionSummaryResponse) summary: BulkTransitionSummaryResponse;
  @ListField(() => BulkTransitionRowResponse) results: BulkTransitionRowResponse[];
}
