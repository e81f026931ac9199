import { BooleanField, ColourField, EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { CLEANING_TYPES, type CleaningType, type LocationType } from '#libs/location-types/location-type.entity';

/** Create and update take the same fields; what may be left out stays as it is. */
export class LocationTypeRequest {
  @TextField({ max: 100, example: 'Ensuite room' })
  name: string;

  @ColourField()
  colour: string;

  @BooleanField({ example: true, description: 'Whether a location of this type can be booked' })
  can_be_allocated_to_bookings: boolean;

  @IdField({
    of: 'location_type',
    optional: true,
    nullable: true,
    example: null,
    description: 'The type above it; null for none',
  })
  parent?: string | null;

  @EnumField(CLEANING_TYPES, { optional: true, nullable: true, example: 'weekly' })
  cleaning_type?: CleaningType | null;

  @IntegerField({
    min: 0,
    max: 30,
    optional: true,
    example: 1,
    description:
      'Nights held for cleaning after a departure, of stays that take their places from then on; 0 for a new type',
  })
  turnaround_days?: number;
}

export class LocationTypeResponse {
  @IdField({ example: EXAMPLE.locationType }) _id: string;
  @TextField({ max: 100, example: 'Studio' }) name: string;
  @ColourField() colour: string;
  @IdField({ optional: true, description: 'The type above it' }) parent?: string;
  @EnumField(CLEANING_TYPES, { optional: true }) cleaning_type?: CleaningType;
  @BooleanField() can_be_allocated_to_bookings: boolean;
  @IntegerField({ min: 0, max: 30, example: 0, description: 'Nights held for cleaning after a departure' })
  turnaround_days: number;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;

  static from(type: LocationType): LocationTypeResponse {
    return {
      _id: type.id,
      name: type.name,
      colour: type.colour,
      ...(type.parentId ? { parent: type.parentId } : {}),
      ...(type.cleaningType ? { cleaning_type: type.cleaningType } : {}),
      can_be_allocated_to_bookings: type.canBeAllocatedToBookings,
      turnaround_days: type.turnaroundDays,
      version: type.version,
      created_at: type.createdAt.toISOString(),
      updated_at: type.updatedAt.toISOString(),
    };
  }
}

/** Exactly the fields of the interface; the version is in the ETag. */
export class LocationTypeCreatedResponse {
  @IdField({ example: EXAMPLE.locationType }) _id: string;
  @TextField({ max: 100, example: 'Ensuite room' }) name: string;
  @ColourField() colour: string;
  @BooleanField() can_be_allocated_to_bookings: boolean;
}

/** Exactly the field of the interface; the version is in the ETag. */
export class LocationTypeUpdatedResponse {
  @IdField({ example: EXAMPLE.locationType }) _id: string;
}
