/** `Saturday 12 September 2026` of a calendar date. */
export function longDate(date: string): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(`${date}T00:00:00Z`));
}

/** `21 November 2026, 12:00` of an instant, on the clock of a site. */
export function siteMoment(instant: string | Date, timeZone: string): string {
  const at = new Date(instant);
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${date.format(at)}, ${time.format(at)}`;
}
