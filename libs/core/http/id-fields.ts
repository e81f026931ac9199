import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { LeastEntries } from '#libs/core/http/most-entries';
import { check, field, type FieldOptions, NO_NUL, type Test } from '#libs/core/http/fields';
import { asStored } from '#libs/core/http/ids';
import {
  ID_RULE,
  type NamingOptions,
  ofKind,
  type ReferenceKind,
  splitReferences,
  withCodes,
} from '#libs/core/http/references';

/** Marks every field of the OpenAPI document that contains the id of a record, for tools that read it. */
const ID_MARK = 'x-id';
// PostgreSQL cannot compare a text that has a zero byte.
const idText: Test = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 255 && !value.includes('\0');
const AsStored = (): PropertyDecorator =>
  Transform(({ value }) => (Array.isArray(value) ? value.map(asStored) : asStored(value)));

/** Lets a field that is not a plain id also accept the codes of a kind of record. */
export const TakesCodes = (of: ReferenceKind): PropertyDecorator => check(ID_RULE, () => true, '', false, [of]);

/** The id of a record, in small letters. Whether it exists is for the service to say. */
export function IdField(options: FieldOptions & NamingOptions = {}): PropertyDecorator {
  return field(
    { example: '0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a', ...withCodes(options) },
    { type: String, maxLength: 255, pattern: NO_NUL, [ID_MARK]: true } as ApiPropertyOptions,
    AsStored(),
    check(ID_RULE, idText, 'must be an id', false, ofKind(options)),
  );
}

/** A location of a query for everything at it and below it. */
export const TreeField = (): PropertyDecorator =>
  IdField({
    of: 'location',
    mustExist: true,
    optional: true,
    description: 'A building, floor or flat: only it and what is below it',
  });

/** Ids, each at most once; the same id in capitals is the same id. */
export function IdListField(options: FieldOptions & NamingOptions & { max: number; min?: number }): PropertyDecorator {
  const { max, min = 0 } = options;
  return field(
    withCodes(options),
    {
      type: 'array',
      items: { type: 'string', maxLength: 255, pattern: NO_NUL },
      maxItems: max,
      minItems: min || undefined,
      [ID_MARK]: true,
    } as ApiPropertyOptions,
    AsStored(),
    IsArray({ message: 'must be an array of ids' }),
    LeastEntries(min),
    ArrayMaxSize(max, { message: `must have at most ${max} entries` }),
    ArrayUnique({ message: 'must not name an id twice' }),
    check(ID_RULE, idText, 'must hold ids only', true, ofKind(options)),
  );
}

/** Several ids in one query parameter, separated by commas. */
export function CommaIdsField(options: FieldOptions & NamingOptions & { max: number }): PropertyDecorator {
  const { max } = options;
  const ids: Test = (value) => Array.isArray(value) && value.length > 0 && value.every(idText);
  const fits: Test = (value) => Array.isArray(value) && value.length <= max;
  return field(
    { example: '0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a', ...withCodes(options) },
    { type: String, maxLength: 255 * max, pattern: NO_NUL, [ID_MARK]: true } as ApiPropertyOptions,
    Transform(({ value }) => (typeof value === 'string' ? [...new Set(splitReferences(value).map(asStored))] : value)),
    AsStored(),
    check(ID_RULE, ids, 'must be ids separated by commas', false, ofKind(options)),
    check('length', fits, `must have at most ${max} ids`),
  );
}
