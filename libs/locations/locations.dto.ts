import { BooleanField, IntegerField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';

export class CreateLocationRequest {
  @TextField({ max: 100, example: 'Room 12' })
  name: string;

  @TextField({
    max: 50,
    optional: true,
    nullable: true,
    example: 'N-12',
    description: 'Short, and unique in the site regardless of case',
  })
  code?: string | null;

  @IdField({ of: 'location_type', example: EXAMPLE.locationType })
  location_type: string;

  @IdField({
    of: 'location',
    optional: true,
    nullable: true,
    example: EXAMPLE.building,
    description: 'The location it is in; null for none',
  })
  parent?: string | null;

  @TextField({ max: 50, optional: true, nullable: true, example: '1' })
  floor?: string | null;

  @IntegerField({
    min: 1,
    max: 100,
    optional: true,
    default: 1,
    example: 1,
    description: 'How many bookings it takes at a time',
  })
  capacity?: number;

  @BooleanField({
    optional: true,
    default: true,
    example: true,
    description: 'A closed location takes no new bookings and no check-ins',
  })
  active?: boolean;
}

export class UpdateLocationRequest {
  @TextField({ max: 100, optional: true })
  name?: string;

  @TextField({ max: 50, optional: true, nullable: true })
  code?: string | null;

  @IdField({ of: 'location_type', optional: true })
  location_type?: string;

  @IdField({ of: 'location', optional: true, nullable: true })
  parent?: string | null;

  @TextField({ max: 50, optional: true, nullable: true })
  floor?: string | null;

  @IntegerField({ min: 1, max: 100, optional: true })
  capacity?: number;

  @BooleanField({
    optional: true,
    description: 'false closes it and everything below it for new bookings and check-ins',
  })
  active?: boolean;

  @IntegerField({
    min: 0,
    max: 1_000_000,
    optional: true,
    description: 'With active: false, how many live bookings may stay: exactly as many as there are',
  })
  confirm_live_bookings?: number;
}

export class ListLocationsQuery {
  @IdField({ of: 'location_type', optional: true })
  location_type?: string;

  @IdField({ of: 'location', optional: true, description: 'Directly in this location' })
  parent?: string;

  @BooleanField({ optional: true, query: true })
  active?: boolean;

  @TextField({ min: 1, max: 100, optional: true, description: 'Part of the name or the code' })
  q?: string;

  @IntegerField({ min: 1, max: 1000, optional: true, query: true, description: 'All when absent' })
  limit?: number;

  @IntegerField({ min: 0, max: 1_000_000, optional: true, query: true, default: 0 })
  skip = 0;
}

export class LocationResponse {
  @IdField({ example: EXAMPLE.room }) _id: string;
  @TextField({ max: 100, example: 'Studio 101' }) name: string;
  @TextField({ max: 50, nullable: true, example: 'M-101' }) code: string | null;
  @IdField({ example: EXAMPLE.locationType }) location_type: string;
  @IdField({ nullable: true }) parent: string | null;
  @TextField({ max: 50, nullable: true, example: '1' }) floor: string | null;
  @IntegerField({ min: 1, max: 100, example: 1 }) capacity: number;
  @BooleanField() active: boolean;
  @TextField({ max: 2000, example: 'Mill Building / Floor 1 / Studio 101', description: 'The names from the top down' })
  path: string;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;
}
