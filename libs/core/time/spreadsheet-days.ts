/**
 * How spreadsheets write days and times: as the number of days since 30 December 1899, with the time as a fraction. They have a
 * 29 February 1900, which there was not, so that numbers below 61 are one day off.
 */
export const SPREADSHEET_ZERO = Date.UTC(1899, 11, 30);
export const DAY_MS = 86_400_000;
/** Some workbooks count from 1 January 1904 instead. */
export const DAYS_FROM_1900_TO_1904 = 1_462;

/** The date of a number. */
export const serialDate = (serial: number): string =>
  new Date(SPREADSHEET_ZERO + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);

/** The local time of a number; spreadsheets round its fraction, so this does to seconds. */
export const serialTime = (serial: number): string =>
  new Date(SPREADSHEET_ZERO + Math.round((serial * DAY_MS) / 1_000) * 1_000).toISOString().slice(0, 19);

/** The number of a day, whose month counts from 1. */
export const serialOf = (year: number, month: number, day: number): number =>
  (Date.UTC(year, month - 1, day) - SPREADSHEET_ZERO) / DAY_MS;
