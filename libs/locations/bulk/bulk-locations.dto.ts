import { BooleanField, IntegerField, TextField } from '#libs/core/http/fields';
import { ListField } from '#libs/core/http/list-fields';
import { LocationResponse } from '#libs/locations/locations.dto';

/** The most locations that one request may make, those of ranges included. */
export const MOST_LOCATIONS = 1_000;

export class LocationRowRequest {
  @TextField({
    max: 100,
    example: 'Room {n}',
    description: 'With a range, and only then, `{n}` stands for each number of it',
  })
  name: string;

  @TextField({
    max: 50,
    optional: true,
    nullable: true,
    example: 'W-{n}',
    description: 'Unique in the site regardless of case; with a range it also needs `{n}`',
  })
  code?: string | null;

  @TextField({ max: 255, example: 'Studio', description: 'Its location type: the name, `name:…` or the id' })
  type: string;

  @TextField({
    max: 2000,
    optional: true,
    nullable: true,
    example: 'M',
    description:
      'The parent: the code, `code:…`, the path or the id of a location, also of an earlier row; none when absent',
  })
  parent?: string | null;

  @TextField({
    max: 20,
    optional: true,
    nullable: true,
    example: '101-130',
    description: 'Makes a location for each number; leading zeros stay',
  })
  range?: string | null;

  @TextField({ max: 50, optional: true, nullable: true, example: '1' })
  floor?: string | null;

  @IntegerField({ min: 1, max: 100, optional: true, default: 1, example: 1, description: 'Places for bookings' })
  capacity?: number;

  @BooleanField({ optional: true, default: true, example: true })
  active?: boolean;
}

export class CreateLocationsRequest {
  @ListField(() => LocationRowRequest, { min: 1, max: MOST_LOCATIONS, description: 'Parents before their children' })
  locations: LocationRowRequest[];
}

export class CreateLocationsResponse {
  @IntegerField({ min: 0, max: MOST_LOCATIONS, example: 30 }) created: number;
  @ListField(() => LocationResponse, { max: MOST_LOCATIONS, description: 'In the order of the rows' })
  locations: LocationResponse[];
}
