import { AnyField, EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';

export class ProgressResponse {
  @IntegerField({ min: 0, max: 2_147_483_647, example: 500 }) done: number;
  @IntegerField({ min: 0, max: 2_147_483_647, example: 20_000 }) total: number;
  @TextField({ max: 50, example: 'importing' }) stage: string;
}

export class JobResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @TextField({ max: 50, example: 'booking_import' }) kind: string;
  @EnumField(['waiting', 'active', 'completed', 'failed', 'cancelled']) state: string;
  @ObjectField(() => ProgressResponse) progress: ProgressResponse;
  @TextField({ max: 500, nullable: true, description: 'The address of the result', example: null }) result_url:
    string | null;
  @AnyField({ nullable: true, description: 'Why it failed' }) problem: object | null;
  @InstantField() created_at: string;
  @InstantField({ nullable: true }) finished_at: string | null;
}
