import { EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { WaitingField, type WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import { CLOSURE_KINDS, type ClosureKind } from '#libs/occupancy/closure.entity';

const notes = { max: 4000, lines: true, min: 0, optional: true, nullable: true };
const reason = { max: 200, min: 0, optional: true, nullable: true };

export class CreateClosureRequest {
  @IdField({
    of: 'location',
    example: EXAMPLE.room,
    description: 'The location that is closed, with everything below it',
  })
  location: string;

  @DateField({ example: '2027-07-01', description: 'The first night' })
  from: string;

  @DateField({
    optional: true,
    nullable: true,
    example: '2027-07-15',
    description: 'The day on which it opens again; absent or null: open-ended',
  })
  to?: string | null;

  @EnumField(CLOSURE_KINDS, { example: 'maintenance' })
  kind: ClosureKind;

  @TextField({ ...reason, example: 'New windows' })
  reason?: string | null;

  @TextField({ ...notes, example: 'The builder has the keys' })
  notes?: string | null;
}

export class UpdateClosureRequest {
  @IdField({ of: 'location', optional: true })
  location?: string;

  @DateField({ optional: true })
  from?: string;

  @DateField({ optional: true, nullable: true, description: 'null: open-ended' })
  to?: string | null;

  @EnumField(CLOSURE_KINDS, { optional: true })
  kind?: ClosureKind;

  @TextField(reason)
  reason?: string | null;

  @TextField(notes)
  notes?: string | null;
}

export class EndClosureRequest {
  @DateField({ optional: true, description: 'The day on which it opens again; today when absent', example: undefined })
  on?: string;
}

export class ListClosuresQuery {
  @IdField({ of: 'location', optional: true, description: 'Of this location itself' })
  location?: string;

  @IdField({ of: 'location', mustExist: true, optional: true, description: 'Of this location and everything below it' })
  location_tree?: string;

  @DateField({ optional: true, description: 'Closures that have a night on or after this date' })
  from?: string;

  @DateField({ optional: true, description: 'Closures that have a night before this date' })
  to?: string;

  @IntegerField({ min: 1, max: 200, query: true, optional: true, default: 50 })
  limit = 50;

  @IntegerField({ min: 0, max: 10_000, query: true, optional: true, default: 0 })
  skip = 0;
}

/** A time in which a location, and everything below it, cannot be booked. */
export class ClosureResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @IdField() location: string;
  @DateField() from: string;
  @DateField({ nullable: true, description: 'The day on which it opens again' }) to: string | null;
  @EnumField(CLOSURE_KINDS) kind: ClosureKind;
  @TextField({ max: 200, nullable: true, example: 'New windows' }) reason: string | null;
  @TextField({ max: 4000, nullable: true }) notes: string | null;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @IdField({ nullable: true }) created_by: string | null;
  @InstantField() updated_at: string;
  @IdField({ nullable: true }) updated_by: string | null;
  @WaitingField({ optional: true }) waiting?: WaitingMatchResponse[];
}

export class ClosurePageResponse {
  @ListField(() => ClosureResponse) data: ClosureResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1 }) total: number;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
}
