import { check, field, type FieldOptions, type Test, Tidy } from '#libs/core/http/fields';
import { isAcceptedDate, isAcceptedInstant, isBirthDate, isTimeZone } from '#libs/core/time/site-time';

/** A calendar date in the site's time zone; an RFC 3339 date-time is reduced to its date there. */
export function DateField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && isAcceptedDate(value);
  return field(
    { example: '2026-09-12', ...options },
    { type: String, format: 'date', maxLength: 50 },
    check('date', test, 'must be a date YYYY-MM-DD between 2000 and 2100'),
  );
}

/**
 * The day on which a person was born. The service has to check that it is not in the future, because it knows the site's date.
 */
export function BirthDateField(options: FieldOptions = {}): PropertyDecorator {
  const test: Test = (value) => typeof value === 'string' && isBirthDate(value);
  return field(
    { example: '2005-03-14', ...options },
    { type: String, format: 'date', maxLength: 10 },
    check('birth_date', test, 'must be a date YYYY-MM-DD from 1900 until today'),
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

/** The moment whose knowledge a response is to show. */
export const AsOfField = (): PropertyDecorator =>
  InstantField({
    optional: true,
    example: undefined,
    description: 'Returns the state at this instant; without an offset, the instant is in the time zone of the site',
  });

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
