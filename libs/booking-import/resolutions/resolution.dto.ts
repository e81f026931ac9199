import { EmailField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { EnumListField, ValuesField } from '#libs/core/http/list-fields';
import { OverrideRequest } from '#libs/bookings/bookings.dto';
import { OptionalLastName } from '#libs/students/last-name-field';
import { ISSUE_CODES, type IssueCode } from '#libs/booking-import/issues';
import { IMPORT_STATUSES, type ImportStatus } from '#libs/booking-import/rows/read-status';

export class ImportPersonRequest {
  @TextField({ max: 100, example: 'Grace' }) first_name: string;
  @OptionalLastName() last_name?: string;
  @EmailField({ optional: true, example: 'grace@example.org' }) email?: string;
  @TextField({ max: 64, optional: true, example: undefined }) student_id?: string;
  @TextField({
    max: 255,
    optional: true,
    example: undefined,
    description: 'Where they live; the room of the row when absent',
  })
  location?: string;
}

export class ResolutionRequest {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 3, description: 'The row that it is for' })
  row_index: number;

  @EnumField(['create', 'update', 'skip'], { example: 'create' })
  action: 'create' | 'update' | 'skip';

  @IdField({ of: 'student', optional: true, description: 'The person of the row' }) person_id?: string;
  @ObjectField(() => ImportPersonRequest, { optional: true, description: 'A new person' })
  create_person?: ImportPersonRequest;
  @IdField({ of: 'location', optional: true, description: 'Which location it is' }) location_id?: string;
  @EnumField(IMPORT_STATUSES, { optional: true, example: 'confirmed' }) status?: ImportStatus;
  @IdField({ of: 'booking', optional: true, description: 'The booking to update' }) booking_id?: string;
  @IntegerField({
    min: 1,
    max: 2_147_483_647,
    optional: true,
    example: undefined,
    description:
      'The `booking_version` of the preview: a booking that was changed since is left alone, and the row fails',
  })
  expected_version?: number;
  @ValuesField({ optional: true, example: { contract_start: '2027-09-18' }, description: 'Corrected cells' })
  values?: Record<string, unknown>;
  @ObjectField(() => OverrideRequest, { optional: true, description: 'Takes a booking out of the way' })
  override?: OverrideRequest;
  @EnumListField(ISSUE_CODES, {
    optional: true,
    example: ['person_possible_match'],
    description:
      'Issues of the person that are accepted: the first candidate is taken. `unread_column` and `ragged_row`: the ' +
      'unread cells do not matter.',
  })
  accept?: IssueCode[];
}
