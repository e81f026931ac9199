export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** One opening of a weekday, `HH:mm` in the site's zone; `24:00` is the end of the day. */
export interface BusinessHours {
  day: Weekday;
  from: string;
  to: string;
}

/** A calendar date on which nothing opens. */
export interface Holiday {
  date: string;
  name: string | null;
}

/** Monday to Friday, 09:00 to 17:00. */
export const WORKING_WEEK: BusinessHours[] = WEEKDAYS.slice(0, 5).map((day) => ({ day, from: '09:00', to: '17:00' }));
