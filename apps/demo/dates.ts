import { Temporal } from 'temporal-polyfill';

/** A calendar date some days later. */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** The instant of a local date and time, as Lodge writes it: UTC with milliseconds. */
export function instantOf(local: string, timeZone: string): string {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone);
  return new Date(epochMilliseconds).toISOString();
}
