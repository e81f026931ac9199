import { BooleanField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { IdField, TreeField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';

export class AvailabilityQuery {
  @DateField({ example: '2027-09-18', description: 'The first night' })
  from: string;

  @DateField({
    optional: true,
    example: '2027-09-25',
    description:
      'The day of departure, at most 366 nights later; open-ended when absent: `days` are then the first 366',
  })
  to?: string;

  @IdField({
    of: 'location_type',
    optional: true,
    example: EXAMPLE.locationType,
    description: 'Only locations of this type',
  })
  location_type?: string;

  @TreeField()
  location_tree?: string;

  @IntegerField({ min: 1, max: 1000, query: true, optional: true, default: 200 })
  limit = 200;

  @IntegerField({ min: 0, max: 100_000, query: true, optional: true, default: 0 })
  skip = 0;
}

const count = { min: 0, max: 2_147_483_647 };

export class DayResponse {
  @DateField({ description: 'The night that begins on this date' }) date: string;
  @IntegerField({ ...count, example: 120 }) total: number;
  @IntegerField({ ...count, example: 17 }) free: number;
}

export class WholesResponse {
  @IntegerField({ ...count, example: 12 }) total: number;
  @IntegerField({ ...count, example: 3, description: 'Free with everything below them, for every night of the range' })
  free: number;
  @ListField(() => DayResponse, { max: 366 }) days: DayResponse[];
}

export class TypeAvailabilityResponse {
  @IdField() location_type: string;
  @TextField({ max: 100, example: 'Room' }) name: string;
  @IntegerField({
    ...count,
    example: 120,
    description: 'Places; a location that has bookable locations below it does not count itself',
  })
  total: number;
  @IntegerField({ ...count, example: 11, description: 'Places that are free for every night of the range' })
  free: number;
  @ListField(() => DayResponse, { max: 366, description: 'Empty when the type has no places' }) days: DayResponse[];
  @ObjectField(() => WholesResponse, {
    nullable: true,
    description:
      'Locations of this type that are booked with everything below them, such as a flat with its rooms: another ' +
      'way to book places that are already counted, not additional ones',
  })
  whole: WholesResponse | null;
}

export class OccupiedByResponse {
  @IdField() booking_id: string;
  @TextField({ max: 202, example: 'Byron, Ada' }) lead_person_name: string;
  @DateField({
    nullable: true,
    description: 'Of the contract: null or later where a planned move to another room is overdue',
  })
  contract_end: string | null;
}

export class FreeLocationResponse {
  @IdField() _id: string;
  @TextField({ max: 100, example: 'Room 101' }) name: string;
  @TextField({ max: 100, nullable: true, example: 'N-101' }) code: string | null;
  @IdField() location_type: string;
  @IdField({ nullable: true }) parent: string | null;
  @TextField({ max: 100, nullable: true, example: '1' }) floor: string | null;
  @IntegerField({ min: 1, max: 100, example: 1 }) capacity: number;
  @IntegerField({ min: 1, max: 100, example: 1, description: 'Places free for every night of the range' })
  free: number;
  @BooleanField({ description: 'Whether it is booked with everything below it, as a flat with its rooms' })
  whole: boolean;
  @ObjectField(() => OccupiedByResponse, {
    nullable: true,
    description:
      'The resident who should have left first of those who are still there: the place is not offered for tonight',
  })
  occupied_by: OccupiedByResponse | null;
}

export class AvailabilityResponse {
  @DateField() from: string;
  @DateField({ nullable: true }) to: string | null;
  @ListField(() => TypeAvailabilityResponse) types: TypeAvailabilityResponse[];
  @ListField(() => FreeLocationResponse, {
    max: 1000,
    description: 'Sorted by name: the locations that are free for every night of the range',
  })
  data: FreeLocationResponse[];
  @IntegerField({ ...count, example: 11 }) total: number;
  @IntegerField({ min: 1, max: 1000, example: 200 }) limit: number;
  @IntegerField({ min: 0, max: 100_000, example: 0 }) skip: number;
}
