import { DomainError, type FieldError } from '#libs/core/errors/domain-error';

export const TARGETS = ['first_response', 'resolution', 'escalation'] as const;
export type TargetName = (typeof TARGETS)[number];

/** How long a target allows; what is left out is 0. */
export interface Duration {
  hours?: number;
  minutes?: number;
}

export type Durations = { [Name in TargetName]?: Duration | null };

export const MAX_HOURS = 8760;
export const MAX_MINUTES = 59;

/** The whole length in minutes; null when there is no such target. */
export const minutesOf = (duration: Duration | null | undefined): number | null =>
  duration ? (duration.hours ?? 0) * 60 + (duration.minutes ?? 0) : null;

/** Minutes as responses show them. */
export const durationOf = (minutes: number | null): Required<Duration> | null =>
  minutes === null ? null : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };

/** @throws DomainError `invalid_targets` with every error: a part out of range, nothing at all, longer than the resolution */
export function requireTargets(targets: Durations = {}): void {
  const refusals = TARGETS.flatMap((name) => errorsOf(`/targets/${name}`, targets[name]));
  const errors = refusals.length > 0 ? refusals : orderErrors(targets);
  if (errors.length === 0) return;
  const detail = errors.map((error) => `${error.pointer} ${error.detail}`).join('; ');
  throw new DomainError('invalid_targets', detail, {}, errors);
}

const fieldError = (pointer: string, detail: string): FieldError => ({ pointer, code: 'invalid_targets', detail });

const isWhole = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max;

function errorsOf(pointer: string, duration: Duration | null | undefined): FieldError[] {
  if (!duration) return [];
  const { hours = 0, minutes = 0 } = duration;
  const errors = [
    ...(isWhole(hours, MAX_HOURS)
      ? []
      : [fieldError(`${pointer}/hours`, `must be a whole number from 0 to ${MAX_HOURS}`)]),
    ...(isWhole(minutes, MAX_MINUTES)
      ? []
      : [fieldError(`${pointer}/minutes`, `must be a whole number from 0 to ${MAX_MINUTES}`)]),
  ];
  return errors.length === 0 && hours + minutes === 0 ? [fieldError(pointer, 'must be longer than nothing')] : errors;
}

function orderErrors(targets: Durations): FieldError[] {
  const resolution = minutesOf(targets.resolution) ?? Infinity;
  return (['first_response', 'escalation'] as const)
    .filter((name) => (minutesOf(targets[name]) ?? 0) > resolution)
    .map((name) => fieldError(`/targets/${name}`, 'must not be longer than resolution'));
}
