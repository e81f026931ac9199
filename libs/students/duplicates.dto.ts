import { TextField } from '#libs/core/http/fields';
import { IdListField } from '#libs/core/http/id-fields';
import { ListField } from '#libs/core/http/list-fields';

export class StudentWarningResponse {
  @TextField({ max: 100, example: 'possible_duplicate', description: '`possible_duplicate` or `merged_identity`' })
  code: string;

  @TextField({ max: 500, example: 'Somebody with the same name and the same date of birth is there already.' })
  message: string;

  @IdListField({ max: 100, description: 'The people it is about' })
  person_ids: string[];
}

/** A warning, which does not refuse the request. */
export const WarningsField = (): PropertyDecorator =>
  ListField(() => StudentWarningResponse, {
    max: 100,
    optional: true,
    description: 'Warnings; absent when there are none',
  });
