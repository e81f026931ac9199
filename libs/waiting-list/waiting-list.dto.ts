import { IntersectionType } from '@nestjs/swagger';
import { ExportOptions } from '#libs/core/csv/export.dto';
import { EXAMPLE } from '#libs/core/http/examples';
import { EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { CommaListField, ListField } from '#libs/core/http/list-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';

export const WAITING_STATES = ['waiting', 'offered', 'placed', 'withdrawn', 'lapsed'] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

const name = {
  max: 200,
  optional: true,
  nullable: true,
  description: 'The name of the person who waits, if there is no record of this person',
};
const contact = { max: 254, min: 0, optional: true, nullable: true, description: 'Email or telephone' };
const tree = { of: 'location', optional: true, nullable: true, description: 'A building, floor or flat that the place has to be in' } as const; // prettier-ignore
const priority = { min: 0, max: 100, optional: true, description: 'Higher ones come first' };
const since = { optional: true, description: 'Since when they wait: of equal priority the earliest come first' };
export const notes = { max: 4000, lines: true, min: 0, optional: true, nullable: true };

export class CreateWaitingEntryRequest {
  @IdField({
    of: 'student',
    optional: true,
    nullable: true,
    example: EXAMPLE.student,
    description: 'The person who waits; or `name`',
  })
  person?: string | null;

  @TextField({ ...name, example: undefined })
  name?: string | null;

  @TextField({ ...contact, example: undefined })
  contact?: string | null;

  @IdField({ of: 'location_type', example: EXAMPLE.locationType, description: 'The type of place that they wait for' })
  location_type: string;

  @IdField({ ...tree, example: undefined })
  location_tree?: string | null;

  @DateField({ example: '2027-09-18', description: 'First night' })
  from: string;

  @DateField({
    optional: true,
    nullable: true,
    example: '2028-06-30',
    description: 'Departure day; absent or null: open-ended',
  })
  to?: string | null;

  @InstantField({ ...since, example: undefined })
  since?: string;

  @IntegerField({ ...priority, default: 0, example: 0 })
  priority?: number;

  @TextField({ ...notes, example: 'Ground floor if possible' })
  notes?: string | null;
}

export class UpdateWaitingEntryRequest {
  @IdField({ of: 'student', optional: true, nullable: true, description: 'The person who waits, instead of `name`' })
  person?: string | null;

  @TextField({ ...name, description: 'The name of the person who waits, instead of `person`' })
  name?: string | null;

  @TextField(contact)
  contact?: string | null;

  @IdField({ of: 'location_type', optional: true })
  location_type?: string;

  @IdField(tree)
  location_tree?: string | null;

  @DateField({ optional: true })
  from?: string;

  @DateField({ optional: true, nullable: true, description: 'null: open-ended' })
  to?: string | null;

  @InstantField(since)
  since?: string;

  @IntegerField(priority)
  priority?: number;

  @TextField(notes)
  notes?: string | null;
}

/** Which entries are meant, in a list and in an export alike. */
export class WaitingFilters {
  @CommaListField(WAITING_STATES, { optional: true, example: 'waiting,offered' })
  state?: WaitingState[];

  @IdField({ of: 'student', optional: true })
  person?: string;

  @IdField({ of: 'location_type', optional: true })
  location_type?: string;

  @IdField({
    of: 'location',
    mustExist: true,
    optional: true,
    description: 'Entries for a place in this building, floor or flat, or anywhere',
  })
  location_tree?: string;

  @DateField({ optional: true, description: 'Entries that want a night on or after this date' })
  from?: string;

  @DateField({ optional: true, description: 'Entries that want a night before this date' })
  to?: string;
}

export class ListWaitingQuery extends WaitingFilters {
  @IntegerField({ min: 1, max: 200, query: true, optional: true, default: 50 })
  limit = 50;

  @IntegerField({ min: 0, max: 10_000, query: true, optional: true, default: 0 })
  skip = 0;
}

export class ExportWaitingQuery extends IntersectionType(WaitingFilters, ExportOptions) {}

export class WaitingEntryResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @EnumField(WAITING_STATES) state: WaitingState;
  @IdField({ nullable: true }) person: string | null;
  @TextField({ max: 255, example: 'Byron, Ada' }) name: string;
  @TextField({ max: 254, nullable: true, example: 'ada@uni.example' }) contact: string | null;
  @IdField() location_type: string;
  @IdField({ nullable: true }) location_tree: string | null;
  @DateField() from: string;
  @DateField({ nullable: true }) to: string | null;
  @InstantField() since: string;
  @IntegerField({ min: 0, max: 100, example: 0 }) priority: number;
  @TextField({ max: 4000, nullable: true }) notes: string | null;
  @IdField({ nullable: true, description: 'The booking that it was last offered' }) booking: string | null;
  @InstantField({ nullable: true, description: 'When a place became free that fits the entry' }) freed_at:
    string | null;
  @IdField({ nullable: true, description: 'That place' }) freed_location: string | null;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @IdField({ nullable: true }) created_by: string | null;
  @InstantField() updated_at: string;
  @IdField({ nullable: true }) updated_by: string | null;
}

export class WaitingPageResponse {
  @ListField(() => WaitingEntryResponse, { description: 'In the order in which they are served' })
  data: WaitingEntryResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 1 }) total: number;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
}
