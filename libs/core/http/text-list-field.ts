import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { check, CONTROL, field, type FieldOptions, type Test, Tidy } from '#libs/core/http/fields';

/** A list of short texts, each at most once. */
export function TextListField(options: FieldOptions & { max: number; each: number }): PropertyDecorator {
  const { max, each } = options;
  const isText: Test = (value) => typeof value === 'string' && !CONTROL.test(value) && value.isWellFormed();
  const fits: Test = (value) => typeof value === 'string' && value.length > 0 && value.length <= each;
  return field(
    options,
    {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: each, pattern: '^[^\\u0000]*$' },
      maxItems: max,
    },
    Tidy(),
    IsArray({ message: 'must be an array of texts' }),
    ArrayMaxSize(max, { message: `must have at most ${max} entries` }),
    check('text', isText, 'must hold texts without control characters only', true),
    check('length', fits, `must hold texts of 1 to ${each} characters`, true),
    ArrayUnique({ message: 'must not name anything twice' }),
  );
}
