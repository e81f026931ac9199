import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsDefined, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { normalized } from '#libs/core/text/normalized';

/** The options of every field. `optional`: the key may be absent; `nullable`: null is accepted. */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
}

export type Test = (value: unknown) => boolean;

export function check(
  name: string,
  test: Test,
  message: string,
  each = false,
  constraints?: unknown[],
): PropertyDecorator {
  // A request with null wants to clear the field: that null is not a text would be the wrong message.
  const told = (given?: { value: unknown }) =>
    given?.value === null ? 'must not be null: leave it out to keep what is there' : message;
  return ValidateBy({ name, constraints, validator: { validate: test, defaultMessage: told } }, { each });
}

function presence({ optional, nullable }: FieldOptions): PropertyDecorator {
  const isGiven = (value: unknown) => !(optional && value === undefined) && !(nullable && value === null);
  const given = ValidateIf((_, value) => isGiven(value));
  return optional ? given : applyDecorators(IsDefined({ message: 'is required' }), given);
}

export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const { optional, nullable, description, example } = options;
  const described = {
    ...schema,
    description,
    example,
    default: options.default,
    required: !optional,
    nullable: nullable || undefined,
  };
  return applyDecorators(ApiProperty(described as ApiPropertyOptions), presence(options), ...rules);
}

const tidy = (value: unknown): unknown => (typeof value === 'string' ? normalized(value.trim()) : value);
export const Tidy = (): PropertyDecorator =>
  Transform(({ value }) => (Array.isArray(value) ? value.map(tidy) : tidy(value)));

// eslint-disable-next-line no-control-regex -- refusing control characters is the point
export const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
// eslint-disable-next-line no-control-regex -- notes may have lines and tabs
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

// As much of the rule as every dialect of patterns can say.
export const NO_NUL = '^[^\\u0000]*$';

/** Text: trimmed, NFC, no control characters (with `lines`, line breaks and tabs are fine). Lengths in characters. */
export function TextField(
  options: FieldOptions & { max: number; min?: number; lines?: boolean; pattern?: string },
): PropertyDecorator {
  const { max, min = 1, lines, pattern = NO_NUL } = options;
  const clean: Test = (value) =>
    typeof value === 'string' && value.isWellFormed() && !(lines ? CONTROL_BUT_LINES : CONTROL).test(value);
  const fits: Test = (value) => typeof value === 'string' && [...value].length >= min && [...value].length <= max;
  return field(
    options,
    { type: String, minLength: min || undefined, maxLength: max, pattern },
    Tidy(),
    check('text', clean, 'must be text without control characters'),
    check('length', fits, min > 0 ? `must have ${min} to ${max} characters` : `must have at most ${max} characters`),
  );
}

/** A secret: taken as it is, never trimmed. */
export function SecretField(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 1024 } = options;
  const fits: Test = (value) => typeof value === 'string' && value.length > 0 && value.length <= max;
  return field(
    options,
    { type: String, maxLength: max, format: 'password' },
    check('length', fits, `must be text of 1 to ${max} characters`),
  );
}

export const EMAIL = /^[^\s\p{Cc}@<>()",;:\\]+@[^\s\p{Cc}@<>()",;:\\.]+(\.[^\s\p{Cc}@<>()",;:\\.]+)+$/u;

export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const valid: Test = (value) => typeof value === 'string' && value.length <= 254 && EMAIL.test(value);
  return field(
    options,
    { type: String, format: 'email', maxLength: 254 },
    Tidy(),
    check('email', valid, 'must be an email address of at most 254 characters'),
  );
}

export function ColourField(options: FieldOptions = {}): PropertyDecorator {
  const valid: Test = (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
  return field(
    options,
    { type: String, maxLength: 7, pattern: '^#[0-9A-Fa-f]{6}$', example: '#2F6FED' },
    Tidy(),
    check('colour', valid, 'must be a colour like #2F6FED'),
  );
}

/** A word for programs: lower-case letters, digits and underscores. */
export function SlugField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && /^[a-z0-9_]{1,50}$/.test(value);
  return field(
    options,
    { type: String, maxLength: 50, pattern: '^[a-z0-9_]{1,50}$' },
    Tidy(),
    check('slug', test, 'must be 1 to 50 lower-case letters, digits or underscores'),
  );
}

/** One of some values; `elsewhere` are values that others of its kind have, for the service to refuse. */
export function EnumField(
  values: readonly string[],
  options: FieldOptions & { elsewhere?: readonly string[] } = {},
): PropertyDecorator {
  const { elsewhere = [] } = options;
  const test: Test = (value) => values.includes(value as string) || elsewhere.includes(value as string);
  return field(
    options,
    { type: String, enum: [...values] },
    check('enum', test, `must be one of ${values.join(', ')}`),
  );
}

export function BooleanField(options: FieldOptions & { query?: boolean } = {}): PropertyDecorator {
  const read = ({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value);
  return field(
    options,
    { type: Boolean },
    ...(options.query ? [Transform(read)] : []),
    check('boolean', (value) => typeof value === 'boolean', 'must be true or false'),
  );
}

export function IntegerField(options: FieldOptions & { min: number; max: number; query?: boolean }): PropertyDecorator {
  const { min, max } = options;
  const read = ({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  const test: Test = (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return field(
    options,
    { type: 'integer', format: max > 2_147_483_647 ? 'int64' : 'int32', minimum: min, maximum: max },
    ...(options.query ? [Transform(read)] : []),
    check('integer', test, `must be a whole number from ${min} to ${max}`),
  );
}

/**
 * A number. Its limits are documented here; where going past them is not an error of shape, the service checks them.
 */
export function NumberField(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  return field(
    options,
    { type: Number, minimum: min, maximum: max },
    check('number', (value) => Number.isFinite(value), 'must be a number'),
  );
}

// An array within an array would pass as one of nothing.
export const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A nested object with a class of its own. */
export function ObjectField(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  // Swagger distinguishes a function that returns a class from the class itself by its name, `type`.
  const schema = { type: () => type() };
  return field(options, schema, check('object', isObject, 'must be an object'), ValidateNested(), Type(type));
}

/** A value of a field of any kind, or null; for responses only. */
export function ValueField(options: FieldOptions = {}): PropertyDecorator {
  const kinds = [
    { type: 'string', nullable: true, maxLength: 4000, pattern: NO_NUL },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {}, maxItems: 1000 },
  ];
  return field(options, { oneOf: [...kinds, { type: 'object', additionalProperties: true }] });
}

/** An object of any shape, for responses only. */
export function AnyField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true });
}
