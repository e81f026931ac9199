import { EnumField, IntegerField, TextField } from '#libs/core/http/fields';
import { ListField } from '../http/list-fields.js';
import { PROBLEMS } from '#libs/core/errors/problem-codes';

// It repeats what was sent, so its type is not known.
const pattern = '^[\\s\\S]*$';

export class FieldFaultResponse {
  @TextField({
    max: 1000,
    min: 0,
    pattern,
    description: 'JSON Pointer into the body, or the name of a query parameter',
    example: '/contract_end',
  })
  pointer: string;

  @TextField({ max: 100, example: 'date' })
  code: string;

  @TextField({ max: 1000, pattern, example: 'must be a date YYYY-MM-DD between 2000 and 2100' })
  detail: string;
}

/** A problem document of RFC 9457. Codes of their own add members, such as `conflicts` or `reasons`. */
export class ProblemResponse {
  @TextField({
    max: 500,
    description: 'The page that explains the code',
    example: 'http://localhost:3000/problems/validation_failed',
  })
  type: string;

  @TextField({ max: 200, example: 'The request does not have the expected shape' })
  title: string;

  @IntegerField({ min: 400, max: 599, example: 400 })
  status: number;

  @TextField({ max: 4000, pattern, example: '/contract_end must be a date YYYY-MM-DD between 2000 and 2100' })
  detail: string;

  @TextField({
    max: 100,
    description: 'The request id, as in X-Request-Id and the log',
    example: '0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a',
  })
  instance: string;

  @EnumField(Object.keys(PROBLEMS))
  code: string;

  @ListField(() => FieldFaultResponse)
  errors: FieldFaultResponse[];
}
