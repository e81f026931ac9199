import { AnyField } from '#libs/core/http/fields';
import { NameListField } from '#libs/core/http/list-fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';

export class ImportRememberedResponse {
  @IdField({ description: 'To forget it: DELETE /bookings/import/mappings/{id}' }) _id: string;
  @NameListField({ max: 10, example: ['columns'], description: 'Which parts of `declared` come from there' })
  used: string[];
  @InstantField() updated_at: string;
  @IdField({ description: 'The user who declared it last' }) updated_by: string;
}

export class ImportMappingResponse {
  @IdField() _id: string;
  @NameListField({ max: 1000, example: ['Bedding', 'room', 'student_id'] }) headers: string[];
  @AnyField({
    description: '`columns`, `date_order`, `stay_end`, `status_words`, `encoding`',
    example: { columns: { Bedding: 'ignore' } },
  })
  declared: object;
  @InstantField() updated_at: string;
  @IdField({ description: 'The user who declared it last' }) updated_by: string;
}
