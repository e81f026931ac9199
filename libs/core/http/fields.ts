import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MostEntries } from '#libs/core/http/most-entries';
import { normalized } from '#libs/core/text/normalized';
import { asStored } from '#libs/core/http/ids';
import { ID_RULE, type NamingOptions, ofKind, type ReferenceKind, withCodes } from '#libs/core/http/references';
import { isAcceptedDate, isAcceptedInstant, isTimeZone } from '#libs/core/time/site-time';

/** What every field can say of itself. `optional`: the key may be absent; `nullable`: null is accepted. */
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
  return ValidateBy({ name, constraints, validator: { validate: test, defaultMessage: () => message } }, { each });
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
const NO_NUL = '^[^\\u0000]*$';

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

/** Marks every place of the OpenAPI document where the id of a record stands, for whoever walks it. */
const ID_MARK = 'x-id';

const idText: Test = (value) => typeof value === 'string' && value.length > 0 && value.length <= 255;

const AsStored = (): PropertyDecorator =>
  Transform(({ value }) => (Array.isArray(value) ? value.map(asStored) : asStored(value)));

/** Lets a field that is no plain id take the codes of a kind of record, too. */
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
    ArrayMinSize(min, { message: `must have at least ${min} entries` }),
    ArrayMaxSize(max, { message: `must have at most ${max} entries` }),
    ArrayUnique({ message: 'must not name an id twice' }),
    check(ID_RULE, idText, 'must hold ids only', true, ofKind(options)),
  );
}

/** A calendar date in the site's time zone; an RFC 3339 date-time is reduced to its date there. */
export function DateField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && isAcceptedDate(value);
  return field(
    { example: '2026-09-12', ...options },
    { type: String, format: 'date', maxLength: 50 },
    check('date', test, 'must be a date YYYY-MM-DD between 2000 and 2100'),
  );
}

/** An instant, RFC 3339; without an offset it is read in the site's time zone. */
export function InstantField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && isAcceptedInstant(value);
  return field(
    { example: '2026-09-12T14:00:00.000Z', ...options },
    { type: String, format: 'date-time', maxLength: 50 },
    check('instant', test, 'must be a date and time like 2026-09-12T15:00:00+01:00, between 2000 and 2100'),
  );
}

/** The name of an IANA time zone. */
export function TimeZoneField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && isTimeZone(value);
  return field(
    options,
    { type: String, maxLength: 100, pattern: '^[A-Za-z0-9_+/-]+$' },
    Tidy(),
    check('time_zone', test, 'must be an IANA time zone like Europe/London'),
  );
}

/** A time of day `HH:mm`; 24:00 is its end. */
export function TimeOfDayField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value);
  return field(
    options,
    { type: String, maxLength: 5, pattern: '^\\d\\d:\\d\\d$' },
    check('time_of_day', test, 'must be a time of day like 09:00'),
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

/** Several values in one query parameter, separated by commas. */
export function CommaListField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) =>
    Array.isArray(value) && value.length > 0 && value.every((each) => values.includes(each));
  const known = `One or more of ${values.map((value) => `\`${value}\``).join(', ')}, separated by commas`;
  return field(
    { ...options, description: options.description ? `${options.description}. ${known}` : known },
    { type: String, example: values.slice(0, 2).join(','), maxLength: 1000, pattern: '^[a-z0-9_, ]+$' },
    Transform(({ value }) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((each) => each.trim()))] : value,
    ),
    check('enum', test, `must be a comma-separated list of ${values.join(', ')}`),
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
    Transform(({ value }) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((each) => asStored(each.trim())))] : value,
    ),
    AsStored(),
    check(ID_RULE, ids, 'must be ids separated by commas', false, ofKind(options)),
    check('length', fits, `must have at most ${max} ids`),
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

/** A number. Its limits are documented here; where going past them is not an error of shape, the service checks them. */
export function NumberField(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  return field(
    options,
    { type: Number, minimum: min, maximum: max },
    check('number', (value) => Number.isFinite(value), 'must be a number'),
  );
}

// An array within an array would pass as one of nothing.
const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A nested object with a class of its own. */
export function ObjectField(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  // Swagger knows a function that answers a class from the class itself by its name, `type`.
  const schema = { type: () => type() };
  return field(options, schema, check('object', isObject, 'must be an object'), ValidateNested(), Type(type));
}

/** A list of objects with a class of their own. */
export function ListField(
  type: () => new () => object,
  options: FieldOptions & { max?: number; min?: number } = {},
): PropertyDecorator {
  const { max = 10_000, min = 0 } = options;
  return applyDecorators(
    MostEntries(max),
    field(
      options,
      { type: () => type(), isArray: true, maxItems: max || 1_000_000 },
      IsArray({ message: 'must be an array' }),
      ArrayMinSize(min, { message: `must have at least ${min} entries` }),
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
    // Untyped, the conversion would ask the object for its constructor, which a column of a file can be called.
    Type(() => Object)(target, property);
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key])(target, property);
    field(
      options,
      { type: 'object', additionalProperties: true },
      check('object', isObject, 'must be an object'),
    )(target, property);
  };
}

/** Objects of any shape, for answers only. */
export function AnyListField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: 1000 });
}

/** Names of fields or columns; for answers only. */
export function NameListField(options: FieldOptions & { max: number }): PropertyDecorator {
  const items = { type: 'string', maxLength: 255, pattern: NO_NUL };
  return field(options, { type: 'array', items, maxItems: options.max });
}

/** A value of a field of any kind, or null; for answers only. */
export function ValueField(options: FieldOptions = {}): PropertyDecorator {
  const kinds = [
    { type: 'string', nullable: true, maxLength: 4000, pattern: NO_NUL },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {}, maxItems: 1000 },
  ];
  return field(options, { oneOf: [...kinds, { type: 'object', additionalProperties: true }] });
}

/** An object of any shape, for answers only. */
export function AnyField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true });
}
