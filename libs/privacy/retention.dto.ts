import { IntegerField } from '#libs/core/http/fields';
import { DateField } from '#libs/core/http/time-fields';

export class RetentionQuery {
  @IntegerField({
    min: 1,
    max: 100,
    optional: true,
    query: true,
    example: 6,
    description: 'The number of years; when absent, the retention_years of the site, or 6',
  })
  years?: number;
}

export class RetentionResponse {
  @IntegerField({
    min: 1,
    max: 100,
    nullable: true,
    example: null,
    description: 'The setting of the site; null: people are not erased by age',
  })
  retention_years: number | null;

  @IntegerField({ min: 1, max: 100, example: 6, description: 'The input of the calculation' }) years: number;
  @DateField({ example: '2020-11-21', description: 'The last stay of these people ended before this date' })
  before: string;
  @IntegerField({ min: 0, max: 2_147_483_647, example: 0, description: 'People who would be erased' }) people: number;

  @IntegerField({ min: 0, max: 2_147_483_647, example: 0, description: 'Stays that would remain without a person' })
  stays: number;
}
