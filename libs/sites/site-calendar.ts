import type { BusinessHours, Holiday } from '#libs/core/time/business-hours';
import { DomainError, type FieldError } from '#libs/core/errors/domain-error';

interface Calendar {
  business_hours?: BusinessHours[];
  holidays?: Holiday[];
}

/** @throws DomainError `validation_failed` with every opening that overlaps another, and every holiday that comes twice */
export function requireCalendar({ business_hours = [], holidays = [] }: Calendar): void {
  const errors = [
    ...business_hours.flatMap((one, index) =>
      fieldErrors('business_hours', index, openingError(one, business_hours.slice(0, index))),
    ),
    ...holidays.flatMap(({ date }, index) => {
      const again = holidays.slice(0, index).some((other) => other.date === date);
      return fieldErrors('holidays', index, again ? `must not name ${date} again` : undefined);
    }),
  ];
  if (errors.length === 0) return;
  const detail = errors.map((error) => `${error.pointer} ${error.detail}`).join('; ');
  throw new DomainError('validation_failed', detail, {}, errors);
}

const fieldErrors = (list: string, index: number, detail: string | undefined): FieldError[] =>
  detail ? [{ pointer: `/${list}/${index}`, code: list, detail }] : [];

function openingError({ day, from, to }: BusinessHours, earlier: BusinessHours[]): string | undefined {
  if (from >= to) return 'must end after it begins';
  const overlaps = earlier.some((other) => other.day === day && other.from < to && from < other.to);
  return overlaps ? `must not overlap another opening of ${day}` : undefined;
}
