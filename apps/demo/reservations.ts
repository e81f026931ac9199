import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { addDays } from './dates.js';

export const FINAL_STATUSES = ['checked_out', 'cancelled', 'no_show'] as const;
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** One row of the file, in Lodge's words. `start` to `end` is half-open: the end is the day of departure. */
export interface Reservation {
  row: number;
  start: string;
  end: string;
  roomType: string;
  status: FinalStatus;
  /** The day it left, was cancelled or did not come. */
  statusDate: string;
  adults: number;
  children: number;
  parkingSpaces: number;
  country: string;
  customerType: string;
  leadTime: number;
}

const STATUS_IN_LODGE = { 'Check-Out': 'checked_out', Canceled: 'cancelled', 'No-Show': 'no_show' } as const;
const count = z.coerce.number().int().min(0);

const rowSchema = z.object({
  arrival_date: z.iso.date(),
  nights: count,
  room_type: z.string().min(1),
  status: z.enum(['Check-Out', 'Canceled', 'No-Show']),
  status_date: z.iso.date(),
  adults: count,
  children: count,
  parking_spaces: count,
  country: z.string(),
  customer_type: z.string(),
  lead_time: count,
});

/** Reads the reservations in the order of the file; the first is row 1. */
export function readReservations(file: string): Reservation[] {
  const rows: unknown[] = parse(readFileSync(file, 'utf8'), { columns: true });
  return rows.map((row, index) => reservationOf(rowSchema.parse(row), index + 1));
}

function reservationOf(row: z.infer<typeof rowSchema>, number: number): Reservation {
  return {
    row: number,
    start: row.arrival_date,
    // A day use has no night, but takes the room for the day.
    end: addDays(row.arrival_date, Math.max(row.nights, 1)),
    roomType: row.room_type,
    status: STATUS_IN_LODGE[row.status],
    statusDate: row.status_date,
    adults: row.adults,
    children: row.children,
    parkingSpaces: row.parking_spaces,
    country: row.country,
    customerType: row.customer_type,
    leadTime: row.lead_time,
  };
}
