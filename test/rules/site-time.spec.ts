import { describe, expect, test } from '@jest/globals';
import { readDate } from '#libs/booking-import/dates/dates';
import {
  addDays,
  addYears,
  dateOf,
  instantOf,
  isAcceptedDate,
  isAcceptedInstant,
  isTimeZone,
  localDate,
} from '#libs/core/time/site-time';

const iso = (text: string, zone: string) => instantOf(text, zone).toISOString();

const site = (timeZone: string) => ({
  timeZone,
  today: '2100-01-01',
  dateOrder: 'dmy' as const,
  yearPlace: null,
  countsFrom1900: true,
});

describe('dates of a site', () => {
  test.each([
    ['2026-11-21T23:30:00Z', 'Europe/London', '2026-11-21'],
    ['2026-11-21T23:30:00Z', 'Pacific/Auckland', '2026-11-22'],
    ['2026-11-21T04:59:59Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
  ])('%s in %s is %s', (instant, zone, date) => {
    expect(localDate(new Date(instant), zone)).toBe(date);
    expect(dateOf(instant, zone)).toBe(date);
  });

  test('a cell whose moment is of a day out of range in the site is no date', () => {
    expect(readDate('2100-12-31T23:30:00-05:00', site('Europe/London'))).toBeUndefined();
    expect(readDate('2100-12-31T23:30:00-05:00', site('America/New_York'))).toBeUndefined();
    expect(readDate('2100-12-31T12:00:00-05:00', site('America/New_York'))).toEqual({ date: '2100-12-31' });
  });

  test('a date stays the same date in every zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'])
      expect(dateOf('2026-03-29', zone)).toBe('2026-03-29');
  });

  test('a time without an offset is read in the zone of the site', () => {
    expect(iso('2026-07-01T12:00:00', 'Europe/London')).toBe('2026-07-01T11:00:00.000Z');
    expect(iso('2026-07-01T12:00:00+05:30', 'Europe/London')).toBe('2026-07-01T06:30:00.000Z');
  });

  test('in a gap it is shifted forward, in an overlap it is the first occurrence', () => {
    expect(iso('2026-03-29T01:30:00', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z');
    expect(iso('2026-10-25T01:30:00', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z');
  });

  test.each([
    '2026-02-29',
    '1999-12-31',
    '2101-01-01',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T25:00:00Z',
    '',
    'today',
  ])('%s is no date', (text) => {
    expect(isAcceptedDate(text)).toBe(false);
  });

  test.each([
    '2028-02-29',
    '2000-01-01',
    '2100-12-31',
    '2026-01-01T10:00',
    '2026-01-01T00:00:00Z',
    '2026-01-01T10:00:00.123-03:30',
  ])('%s is one', (text) => {
    expect(isAcceptedDate(text)).toBe(true);
  });

  test('a date alone is no instant', () => {
    expect(isAcceptedInstant('2026-01-01')).toBe(false);
  });

  test('days and years are counted on the calendar', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addYears('2028-02-29', 5)).toBe('2033-02-28');
  });

  test('knows time zones', () => {
    expect(['Europe/London', 'UTC', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true);
    expect(['EST5EDT', 'NZ-CHAT', 'GMT+0', 'Etc/GMT-14'].every(isTimeZone)).toBe(true);
    expect(['Mars/Olympus', '', '+01:00', 'Europe/London; DROP'].some(isTimeZone)).toBe(false);
    expect(['PST', 'BST', 'IST', 'JST'].filter(isTimeZone)).toEqual([]);
  });
});
