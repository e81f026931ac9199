import { BooleanField, ColourField, IntegerField, SlugField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import type { CancellationCode } from '#libs/sites/cancellation-code.entity';

/** An entry of one of the lists of a site: a flag, a welfare state, a category. */
export interface ListEntry {
  siteId: string;
  id: string;
  name: string;
  colour: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export class CreateListEntryRequest {
  @TextField({ max: 100, example: 'Late arrival' })
  name: string;

  @ColourField()
  colour: string;
}

export class UpdateListEntryRequest {
  @TextField({ max: 100, optional: true })
  name?: string;

  @ColourField({ optional: true })
  colour?: string;
}

export class ListEntryResponse {
  @IdField() _id: string;
  @TextField({ max: 100, example: 'Late arrival' }) name: string;
  @ColourField() colour: string;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;

  static from({ id, name, colour, version, createdAt, updatedAt }: ListEntry): ListEntryResponse {
    return { _id: id, name, colour, version, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
  }
}

export class CreateCancellationCodeRequest {
  @SlugField({ example: 'course_closed', description: 'Lower case, digits and underscores; cannot change later' })
  code: string;

  @TextField({ max: 100, example: 'Course closed' })
  name: string;

  @BooleanField({ optional: true, default: true })
  active?: boolean;
}

export class UpdateCancellationCodeRequest {
  @TextField({ max: 100, optional: true })
  name?: string;

  @BooleanField({ optional: true, description: 'An inactive code stays on old bookings and takes no new ones' })
  active?: boolean;
}

export class CancellationCodeResponse {
  @IdField() _id: string;
  @SlugField({ example: 'student_withdrew' }) code: string;
  @TextField({ max: 100, example: 'Student withdrew' }) name: string;
  @BooleanField() active: boolean;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @InstantField() updated_at: string;

  static from({ id, code, name, active, version, createdAt, updatedAt }: CancellationCode): CancellationCodeResponse {
    return {
      _id: id,
      code,
      name,
      active,
      version,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}
