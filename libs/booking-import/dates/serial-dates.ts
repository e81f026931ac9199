import { type DateStyle, dateAmong, type ReadDate } from '#libs/booking-import/dates/date-style';

const DAY_MS = 86_400_000;
// Spreadsheets count days from here; the years 2000 to 2100 are these numbers.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415];
export const DAYS_FROM_1900_TO_1904 = 1_462;
export const SERIAL = /^\d{5}(\.\d+)?$/;
/** A serial number is a day of two calendars, four years apart. */
export function readSerial(serial: number, { countsFrom1900, countsFrom1904 }: DateStyle): ReadDate {
  const day = Math.floor(serial);
  const days = [...(countsFrom1904 ? [] : [day]), ...(countsFrom1900 && !countsFrom1904 ? [] : [day + DAYS_FROM_1900_TO_1904])]; // prettier-ignore
  return dateAmong(days.filter((each) => each >= FIRST_SERIAL && each <= LAST_SERIAL).map(serialDate));
}

/** The date of a serial number that counts from 1900. */
export const serialDate = (serial: number): string =>
  new Date(SERIAL_ZERO + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);

/**
 * The local time of a serial number, whose fraction is the part of the day; spreadsheets round it, so this does to
 * seconds.
 */
export const serialTime = (serial: number): string =>
  new Date(SERIAL_ZERO + Math.round((serial * DAY_MS) / 1_000) * 1_000).toISOString().slice(0, 19);
