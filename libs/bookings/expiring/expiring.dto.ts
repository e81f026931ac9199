import { EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields'; // prettier-ignore
import { ListField } from '#libs/core/http/list-fields';
import { IdField, TreeField } from '#libs/core/http/id-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';
import { LIVE_STATUSES } from '#libs/occupancy/live';

/** The most entries of each list. */
export const MOST_EXPIRING = 200;

export class ExpiringQuery {
  @IntegerField({
    min: 0,
    max: 366,
    query: true,
    optional: true,
    default: 14,
    description: 'How many days ahead, today included; 0: today',
  })
  within = 14;

  @TreeField()
  location_tree?: string;

  @IntegerField({ min: 0, max: MOST_EXPIRING, query: true, optional: true, default: MOST_EXPIRING })
  limit = MOST_EXPIRING;
}

export class ExpiringEntryResponse {
  @IdField({ description: 'The booking' }) _id: string;
  @TextField({ max: 16, example: '7K3QF2A' }) reference: string;
  @EnumField(LIVE_STATUSES) status: string;
  @IdField({ nullable: true, description: 'Null until the block has named the guest' }) lead_person: string | null;
  @TextField({ max: 255, example: 'Byron, Ada', description: 'The name of the lead person, otherwise of the block' })
  record_name: string;
  @TextField({ max: 50, nullable: true, example: 'KC00018' }) student_id: string | null;
  @TextField({ max: 254, nullable: true, example: 'ada@uni.example' }) email: string | null;
  @IdField() location: string;
  @TextField({ max: 100, example: 'Room 101' }) location_name: string;
  @TextField({ max: 16, nullable: true, example: 'AB12 CDE' }) vehicle_registration: string | null;
  @DateField({ nullable: true }) contract_end: string | null;
  @InstantField({ nullable: true }) parking_expiry_at: string | null;
  @InstantField({ nullable: true }) hold_until: string | null;
}

export class ExpiringListResponse {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 3 }) count: number;
  @ListField(() => ExpiringEntryResponse, { max: MOST_EXPIRING, description: 'The soonest first' })
  entries: ExpiringEntryResponse[];
}

export class ExpiringResponse {
  @IdField() site: string;
  @DateField({ description: 'Today' }) from: string;
  @DateField({ description: 'The last day that is looked at' }) to: string;
  @ObjectField(() => ExpiringListResponse, { description: 'Parking permits of live bookings' })
  parking: ExpiringListResponse;
  @ObjectField(() => ExpiringListResponse, { description: 'Stays of people in house that end' })
  contracts: ExpiringListResponse;
  @ObjectField(() => ExpiringListResponse, {
    description: 'Provisional bookings whose holds end, unless they are confirmed',
  })
  holds: ExpiringListResponse;
}
