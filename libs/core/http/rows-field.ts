import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsDefined, ValidateIf } from 'class-validator';
import { LeastEntries } from '#libs/core/http/most-entries';

const AS_IT_CAME = Symbol('AS_IT_CAME');

/**
 * A list of so many rows that converting and checking each by its class would hold up everybody else. Only the list is
 * checked; the rows stay as they came, for the service to check.
 */
export const RowsField = (
  type: () => new () => object,
  max: number,
  {
    mayBeEmpty = false,
    optional = false,
    ...more
  }: { mayBeEmpty?: boolean; optional?: boolean; minItems?: number; description?: string } = {},
): PropertyDecorator =>
  applyDecorators(
    (target: object, property: string | symbol) => Reflect.defineMetadata(AS_IT_CAME, property, target),
    ApiProperty({ type: () => type(), isArray: true, maxItems: max, required: !optional, ...more }),
    optional ? ValidateIf((_, value) => value !== undefined) : IsDefined({ message: 'is required' }),
    IsArray({ message: 'must be an array' }),
    LeastEntries(mayBeEmpty ? 0 : 1),
    ArrayMaxSize(max, { message: `must have at most ${max} entries` }),
  );

/** Whether a part of a request is to stay as it came. */
export const hasRows = (type: { prototype: object }): boolean => Reflect.hasMetadata(AS_IT_CAME, type.prototype);

/** The part of a request that is to stay as it came. */
export function rowsOf(type: { prototype: object }, given: object): Record<string, unknown> {
  const property = Reflect.getMetadata(AS_IT_CAME, type.prototype) as string | undefined;
  return property && property in given ? { [property]: (given as Record<string, unknown>)[property] } : {};
}
