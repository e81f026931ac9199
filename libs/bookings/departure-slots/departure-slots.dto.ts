import { IntegerField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { ListField } from '#libs/core/http/list-fields';
import { DateField, InstantField, TimeOfDayField } from '#libs/core/http/time-fields';

const MOST_AT_ONCE = 1_000;

export class SlotTimeRequest {
  @TimeOfDayField({ example: '10:00', description: 'On the clock of the site, before 24:00' })
  time: string;

  @IntegerField({ min: 1, max: MOST_AT_ONCE, example: 10, description: 'How many bookings can leave then' })
  capacity: number;
}

export class SetDepartureSlotsRequest {
  @IdField({
    of: 'location',
    optional: true,
    nullable: true,
    description: 'A building, or another location with everything below it; absent or null: the whole site',
  })
  location?: string | null;

  @DateField({ example: '2027-06-30', description: 'The first day' })
  on: string;

  @DateField({
    optional: true,
    example: undefined,
    description: 'The last day, at most 31 days in all; absent: one day',
  })
  until?: string;

  @ListField(() => SlotTimeRequest, {
    max: 96,
    description: 'All slots of each of these days; none: every time is free',
  })
  slots: SlotTimeRequest[];
}

export class ListDepartureSlotsQuery {
  @DateField({ optional: true, description: 'The first day; today when absent' })
  on?: string;

  @DateField({ optional: true, description: 'The last day, at most 31 days in all; absent: one day' })
  until?: string;

  @IdField({ of: 'location', optional: true, description: 'Only the slots of this location itself' })
  location?: string;
}

/** A time at which people can leave. */
export class DepartureSlotResponse {
  @IdField({ nullable: true, description: 'null: of the whole site' }) location: string | null;
  @DateField() on: string;
  @InstantField() at: string;
  @IntegerField({ min: 1, max: MOST_AT_ONCE }) capacity: number;
  @IntegerField({ min: 0, max: 100_000, description: 'More than the capacity where moves brought people here' })
  taken: number;
  @IntegerField({ min: 0, max: MOST_AT_ONCE }) free: number;
}

export class DepartureSlotListResponse {
  @ListField(() => DepartureSlotResponse) data: DepartureSlotResponse[];
}
