import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, ValidateNested } from 'class-validator';
import { check, CONTROL, field, type FieldOptions, isObject, NO_NUL, type Test, Tidy } from '#libs/core/http/fields';
import { LeastEntries, MostEntries } from '#libs/core/http/most-entries';

const LONGEST_LIST = 1000;

/** Several values in one query parameter, separated by commas. */
export function CommaListField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) =>
    Array.isArray(value) && value.length > 0 && value.every((each) => values.includes(each));
  const known = `One or more of ${values.map((value) => `\`${value}\``).join(', ')}, separated by commas`;
  return field(
    { ...options, description: options.description ? `${options.description}. ${known}` : known },
    { type: String, example: values.slice(0, 2).join(','), maxLength: LONGEST_LIST, pattern: '^[a-z0-9_, ]+$' },
    Transform(({ value }: { value: unknown }) => {
      // A parameter that comes several times is one list.
      const text = Array.isArray(value) ? value.join(',') : value;
      if (typeof text !== 'string' || text.length > LONGEST_LIST) return text;
      return [...new Set(text.split(',').map((each) => each.trim()))];
    }),
    check(
      'enum',
      test,
      `must be a comma-separated list of ${values.join(', ')}, of at most ${LONGEST_LIST} characters`,
    ),
  );
}

/** A list of objects with a class of their own. */
export function ListField(
  type: () => new () => object,
  options: FieldOptions & { max?: number; min?: number } = {},
): PropertyDecorator {
  const { max = 10000, min = 0 } = options;
  return applyDecorators(
    MostEntries(max, type),
    field(
      options,
      { type: () => type(), isArray: true, maxItems: max || 1000000 },
      IsArray({ message: 'must be an array' }),
      LeastEntries(min),
      ArrayMaxSize(max, { message: `must have at most ${max} entries` }),
      check('object', isObject, 'must hold objects only', true),
      ValidateNested({ each: true }),
      Type(type),
    ),
  );
}

/** A list of words, each at most once. */
export function EnumListField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => Array.isArray(value) && value.every((each) => values.includes(each as string));
  return field(
    options,
    { type: [String], enum: [...values], maxItems: values.length },
    check('enum', test, `must be a list of ${values.join(', ')}`),
  );
}

/** An object whose keys and values are for the service to read. */
export function ValuesField(options: FieldOptions = {}): PropertyDecorator {
  const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return (target, property) => {
    // Without a type, the conversion would read `constructor` of the object, and a column of a file can have that name.
    Type(() => Object)(target, property);
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key])(target, property);
    field(
      options,
      { type: 'object', additionalProperties: true },
      check('object', isObject, 'must be an object'),
    )(target, property);
  };
}

/** Objects of any shape, for responses only. */
export function AnyListField({ max = 1000, ...options }: FieldOptions & { max?: number } = {}): PropertyDecorator {
  return field(options, { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: max });
}

/** Names of fields or columns; for responses only. */
export function NameListField(options: FieldOptions & { max: number }): PropertyDecorator {
  const items = { type: 'string', maxLength: 255, pattern: NO_NUL };
  return field(options, { type: 'array', items, maxItems: options.max });
}

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
