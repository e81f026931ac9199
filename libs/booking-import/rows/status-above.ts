import type { Normalized } from '#libs/booking-import/rows/read-row';

/** A row with a status above one that has none. */
export interface StatusAbove {
  row: number;
  status: string;
  /** Whether it has a room: if not, it is the line of a group. */
  isBooking: boolean;
}

interface Reading {
  given: { row_index: number; resolution?: { location_id?: string | undefined } | undefined };
  normalized: Normalized;
}

/**
 * What the line of a group says of the rows below it: programs print its status there, and leave those of its members blank. People fill the first row
 * of each group: in a file whose first booking has a status, each blank one may be that of the row above. A file that begins with a blank one does so nowhere.
 */
export class StatusesAbove {
  private above: StatusAbove | null = null;
  private readonly ofRows = new Map<number, StatusAbove>();
  /** Whether the first booking has a status. */
  private doesBegin: boolean | undefined;

  /** Looks at the rows in their order. */
  add({ given, normalized }: Reading): void {
    const { status, room, booking_id: id, reference } = normalized;
    const isBooking = (room ?? id ?? reference ?? given.resolution?.location_id ?? null) !== null;
    if (isBooking) this.doesBegin ??= status !== null;
    if (status !== null)
      this.above = isBooking && this.doesBegin !== true ? null : { row: given.row_index, status, isBooking };
    else if (this.above) this.ofRows.set(given.row_index, this.above);
  }

  of = (row: number): StatusAbove | null => this.ofRows.get(row) ?? null;
}
