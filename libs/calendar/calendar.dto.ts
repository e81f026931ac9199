import { EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { CLOSURE_KINDS } from '#libs/occupancy/closure.entity';
import { type GroupBy, GROUPS } from '#libs/calendar/occupancy.queries';

/** The most days of one request: two years. */
export const MOST_DAYS = 731;

export class OccupancyQuery {
  @DateField({ example: '2026-11-01', description: 'The first day' })
  from: string;

  @DateField({ example: '2026-11-08', description: `The day after the last, at most ${MOST_DAYS} days later` })
  to: string;

  @EnumField(GROUPS, { optional: true, default: 'day', example: 'day' })
  group_by: GroupBy = 'day';
}

const count = { min: 0, max: 2_147_483_647 };

export class OccupancyDayResponse {
  @DateField({ description: 'The night that begins on this date' }) date: string;
  @IntegerField({ ...count, example: 120, description: 'Places; of a flat whose rooms can be booked, the rooms' })
  capacity: number;
  @IntegerField({ ...count, example: 2, description: 'Out of service' }) closed: number;
  @IntegerField({ ...count, example: 30, description: 'Reserved' }) held: number;
  @IntegerField({ ...count, example: 71, description: 'Lived in' }) in_house: number;
  @IntegerField({ ...count, example: 0, description: 'Kept free for cleaning' }) turnaround: number;
  @IntegerField({
    ...count,
    example: 4,
    description: 'Places whose stay begins. A move from another place is no arrival, also if that is in another group',
  })
  arrivals: number;
  @IntegerField({
    ...count,
    example: 3,
    description:
      'Places whose stay ends on this day. A move to another place is no departure, also if that is in another group',
  })
  departures: number;
  @IntegerField({ min: -2_147_483_648, max: 2_147_483_647, example: 17 }) free: number;
}

export class OccupancyGroupResponse {
  @IdField({ nullable: true, description: 'The location type or the building; null for all together' }) _id:
    string | null;
  @TextField({ max: 100, nullable: true, example: null }) name: string | null;
  @ListField(() => OccupancyDayResponse, { max: MOST_DAYS }) days: OccupancyDayResponse[];
}

export class OccupancyResponse {
  @DateField() from: string;
  @DateField() to: string;
  @EnumField(GROUPS) group_by: GroupBy;
  @ListField(() => OccupancyGroupResponse) data: OccupancyGroupResponse[];
}

export class CalendarQuery {
  @DateField({ example: '2026-11-01', description: 'The first night' })
  from: string;

  @DateField({ example: '2026-12-01', description: `The day after the last night, at most ${MOST_DAYS} days later` })
  to: string;

  @IntegerField({ min: 1, max: 1000, query: true, optional: true, default: 200 })
  limit = 200;

  @IntegerField({ min: 0, max: 1_000_000, query: true, optional: true, default: 0 })
  skip = 0;
}

class CalendarPersonResponse {
  @IdField({ nullable: true, description: 'Null until the block has named the guest' }) _id: string | null;
  @TextField({ max: 201, example: 'Byron, Ada', description: 'The name of the lead person, otherwise of the block' })
  name: string;
}

class CalendarBookingResponse {
  @IdField() _id: string;
  @TextField({ max: 16, example: '7K3QF2A' }) reference: string;
  @TextField({ max: 20, example: 'confirmed' }) status: string;
  @ObjectField(() => CalendarPersonResponse) lead_person: CalendarPersonResponse;
}

class CalendarClosureResponse {
  @IdField() _id: string;
  @EnumField(CLOSURE_KINDS) kind: string;
  @TextField({ max: 200, nullable: true }) reason: string | null;
}

class CalendarEntryResponse {
  @DateField() from: string;
  @DateField({
    nullable: true,
    description:
      'The day after the last night; null: open-ended; the same as `from` where only nights for cleaning are left',
  })
  to: string | null;
  @EnumField(['held', 'in_house', 'left', 'closed']) state: string;
  @IntegerField({ min: 0, max: 30, example: 0, description: 'Nights for cleaning after it' }) turnaround_days: number;
  @ObjectField(() => CalendarBookingResponse, { nullable: true }) booking: CalendarBookingResponse | null;
  @ObjectField(() => CalendarClosureResponse, { nullable: true }) closure: CalendarClosureResponse | null;
}

class CalendarPlaceResponse {
  @IdField() location: string;
  @TextField({ max: 100, example: 'Studio 101' }) name: string;
  @TextField({ max: 50, nullable: true, example: 'M-101' }) code: string | null;
  @TextField({ max: 2000, example: 'Floor 1 / Studio 101', description: 'The names from the asked location down' })
  path: string;
  @IntegerField({ min: 1, max: 100, example: 1, description: 'Which of the places of the location' }) slot: number;
  @ListField(() => CalendarEntryResponse) entries: CalendarEntryResponse[];
}

export class CalendarResponse {
  @DateField() from: string;
  @DateField() to: string;
  @ListField(() => CalendarPlaceResponse, { max: 1000 }) data: CalendarPlaceResponse[];
  @IntegerField({ ...count, example: 120, description: 'Places' }) total: number;
  @IntegerField({ min: 1, max: 1000, example: 200 }) limit: number;
  @IntegerField({ min: 0, max: 1_000_000, example: 0 }) skip: number;
}
