import { DAYS_FROM_1900_TO_1904, serialDate } from '#libs/core/time/spreadsheet-days';
import { type DateStyle, dateAmong, type ReadDate } from '#libs/booking-import/dates/date-style';

/** The years 2000 to 2100. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415];
export const SERIAL = /^\d{5}(\.\d+)?$/;
/** A serial number is a day of two calendars, four years apart. */
export function readSerial(serial: number, { countsFrom1900, countsFrom1904 }: DateStyle): ReadDate {
  const day = Math.floor(serial);
  const days = [...(countsFrom1904 ? [] : [day]), ...(countsFrom1900 && !countsFrom1904 ? [] : [day + DAYS_FROM_1900_TO_1904])]; // prettier-ignore
  return dateAmong(days.filter((each) => each >= FIRST_SERIAL && each <= LAST_SERIAL).map(serialDate));
}
