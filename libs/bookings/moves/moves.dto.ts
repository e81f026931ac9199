import { TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';

export class MoveRequest {
  @IdField({ description: 'The site', example: EXAMPLE.site })
  site: string;

  @IdField({ of: 'location', description: 'The other room' })
  location: string;

  @DateField({
    optional: true,
    example: '2027-10-01',
    description:
      'The first night in the other room: today when absent, a day that is over, or one that is still to come',
  })
  on?: string;

  @TextField({ max: 4000, lines: true, optional: true, example: 'Asked for a quieter room' })
  notes?: string;
}
