import { EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields'; // prettier-ignore
import { ListField } from '#libs/core/http/list-fields';
import { IdField, IdListField, TreeField } from '#libs/core/http/id-fields';
import { AsOfField, DateField, InstantField } from '#libs/core/http/time-fields';
import { STATUSES, type BookingStatus } from '#libs/bookings/booking-status';
import { PHASES, type Phase } from '#libs/bookings/phase';
import { ExpiringListResponse } from '#libs/bookings/expiring/expiring.dto';
import { DayWaitingResponse, DayWebhooksResponse } from '#libs/day/day-counts.dto';
import { CLOSURE_KINDS, type ClosureKind } from '#libs/occupancy/closure.entity';

/** How many entries of each list of a day are returned unless asked otherwise, and at most. */
export const MOST_ENTRIES = 200;

export class DayQuery {
  @DateField({ optional: true, description: 'The day; today when absent' })
  on?: string;

  @AsOfField()
  as_of?: string;

  @TreeField()
  location_tree?: string;

  @IntegerField({
    min: 0,
    max: MOST_ENTRIES,
    query: true,
    optional: true,
    default: MOST_ENTRIES,
    description: 'The number of entries per list; 0 returns only the counts',
  })
  limit = MOST_ENTRIES;
}

const count = { min: 0, max: 2_147_483_647 };

export class BuildingCountResponse {
  @IdField({ description: 'The location at the top: a building' }) building: string;
  @TextField({ max: 100, example: 'North House' }) name: string;
  @IntegerField({ ...count, example: 12 }) count: number;
}

/** A booking as the lists of a day show it: what somebody at the desk needs to see, without another request. */
export class DayEntryResponse {
  @IdField({ description: 'The booking' }) _id: string;
  @TextField({ max: 16, example: '7K3QF2A' }) reference: string;
  @EnumField(STATUSES) status: BookingStatus;
  @EnumField(PHASES, { description: 'The state of the booking today' }) phase: Phase;
  @IdField({ nullable: true, description: 'Null until the block has named the guest' }) lead_person: string | null;
  @TextField({ max: 255, example: 'Byron, Ada', description: 'The name of the lead person, otherwise of the block' })
  record_name: string;
  @TextField({ max: 50, nullable: true, example: 'KC00018' }) student_id: string | null;
  @IntegerField({ min: 0, max: 20, example: 0, description: 'The number of additional people' })
  additional_people: number;
  @IdField({
    description:
      'The room of the day: of the night, of a stay that ended that of its last night, later that after a planned move',
  })
  location: string;
  @TextField({ max: 100, example: 'Room 101' }) location_name: string;
  @TextField({ max: 100, nullable: true, example: 'N-101' }) location_code: string | null;
  @TextField({ max: 100, nullable: true, example: '1' }) floor: string | null;
  @IdField() building: string;
  @DateField() contract_start: string;
  @DateField({ nullable: true }) contract_end: string | null;
  @InstantField({ nullable: true }) departure_slot_at: string | null;
  @IdListField({ max: 50 }) flags: string[];
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
}

export class DayListResponse {
  @IntegerField({ ...count, example: 12 }) count: number;
  @ListField(() => BuildingCountResponse, { description: 'Buildings with any, by name' })
  by_building: BuildingCountResponse[];
  @ListField(() => DayEntryResponse, { max: MOST_ENTRIES, description: 'The first ones, by building and room' })
  entries: DayEntryResponse[];
}

export class ArrivalsResponse {
  @ObjectField(() => DayListResponse, { description: 'Expected on this day, and not there when it ended' })
  due: DayListResponse;
  @ObjectField(() => DayListResponse, {
    description: 'Expected on an earlier day, and not there when this one ended; of no day to come',
  })
  late: DayListResponse;
  @ObjectField(() => DayListResponse, { description: 'Checked in on this day' }) done: DayListResponse;
}

export class DeparturesResponse {
  @ObjectField(() => DayListResponse, { description: 'Should leave on this day' }) due: DayListResponse;
  @ObjectField(() => DayListResponse, { description: 'Should have left on an earlier day; of no day to come' })
  overdue: DayListResponse;
  @ObjectField(() => DayListResponse, { description: 'Checked out on this day' }) done: DayListResponse;
}

export class DayMoveResponse {
  @IdField({ description: 'The booking' }) _id: string;
  @TextField({ max: 16, example: '7K3QF2A' }) reference: string;
  @IdField({ nullable: true, description: 'Null until the block has named the guest' }) lead_person: string | null;
  @TextField({ max: 255, example: 'Byron, Ada', description: 'The name of the lead person, otherwise of the block' })
  record_name: string;
  @TextField({ max: 50, nullable: true, example: 'KC00018' }) student_id: string | null;
  @IdField({ description: 'The room before' }) from_location: string;
  @TextField({ max: 100, example: 'Room 101' }) from_name: string;
  @IdField({ description: 'The room from this day on' }) to_location: string;
  @TextField({ max: 100, example: 'Room 102' }) to_name: string;
}

export class PlannedMovesResponse {
  @IntegerField({ ...count, example: 0 }) count: number;
  @ListField(() => BuildingCountResponse, { description: 'Buildings that people move from, by name' })
  by_building: BuildingCountResponse[];
  @ListField(() => DayMoveResponse, { max: MOST_ENTRIES, description: 'The first ones, by building and room before' })
  entries: DayMoveResponse[];
}

export class DayClosureResponse {
  @IdField({ description: 'The closure' }) _id: string;
  @IdField() location: string;
  @TextField({ max: 100, example: 'Room 101' }) location_name: string;
  @DateField() from: string;
  @DateField({ nullable: true }) to: string | null;
  @EnumField(CLOSURE_KINDS) kind: ClosureKind;
  @TextField({ max: 200, nullable: true, example: 'New windows' }) reason: string | null;
}

export class ClosuresOfDayResponse {
  @IntegerField({ ...count, example: 0 }) count: number;
  @ListField(() => BuildingCountResponse, { description: 'Buildings with any, by name' })
  by_building: BuildingCountResponse[];
  @ListField(() => DayClosureResponse, { max: MOST_ENTRIES, description: 'The first ones, by building and room' })
  entries: DayClosureResponse[];
}

export class DayClosuresResponse {
  @ObjectField(() => ClosuresOfDayResponse, { description: 'Closures whose first night is this one' })
  begin: ClosuresOfDayResponse;
  @ObjectField(() => ClosuresOfDayResponse, { description: 'Closures that open again on this day' })
  end: ClosuresOfDayResponse;
}

export class SlotTimeResponse {
  @InstantField() at: string;
  @IntegerField({ ...count, example: 4 }) count: number;
  @IntegerField({ ...count, example: 1, description: 'How many of these have checked out' }) done: number;
  @IntegerField({
    ...count,
    nullable: true,
    example: 10,
    description: 'For how many there are places at this time; null: it is no departure slot, or with `as_of`',
  })
  capacity: number | null;
}

export class DepartureSlotsResponse {
  @IntegerField({ ...count, example: 4 }) count: number;
  @ListField(() => BuildingCountResponse, { description: 'Buildings with any, by name' })
  by_building: BuildingCountResponse[];
  @ListField(() => SlotTimeResponse, { description: 'By time, also those that nobody has' }) times: SlotTimeResponse[];
  @ListField(() => DayEntryResponse, { max: MOST_ENTRIES, description: 'The first ones, by time' })
  entries: DayEntryResponse[];
}

export class SiteDayResponse {
  @IdField() site: string;
  @DateField({ description: 'The day that is shown' }) on: string;
  @DateField({ description: "The site's date now, or at the instant of `as_of`" }) today: string;
  @ObjectField(() => ArrivalsResponse) arrivals: ArrivalsResponse;
  @ObjectField(() => DeparturesResponse) departures: DeparturesResponse;
  @ObjectField(() => DayListResponse, {
    description:
      'The night of this day: up to today the bookings whose people were there, later those whose people will be. A booking counts once, ' +
      'also with `additional_people`; the roll-call counts people',
  })
  in_house: DayListResponse;
  @ObjectField(() => PlannedMovesResponse) planned_moves: PlannedMovesResponse;
  @ObjectField(() => DayClosuresResponse) closures: DayClosuresResponse;
  @ObjectField(() => DepartureSlotsResponse) departure_slots: DepartureSlotsResponse;
  @ObjectField(() => ExpiringListResponse, {
    description:
      'Provisional bookings that are released on this day or on the next unless they are confirmed, the earliest first',
  })
  holds: ExpiringListResponse;
  @ObjectField(() => DayWaitingResponse, {
    nullable: true,
    description: 'The waiting list now; null with `as_of`, because it is not known for the past',
  })
  waiting: DayWaitingResponse | null;
  @ObjectField(() => DayWebhooksResponse, {
    description: 'The current state of the webhooks, which inform other systems such as doors',
  })
  webhooks: DayWebhooksResponse;
}
