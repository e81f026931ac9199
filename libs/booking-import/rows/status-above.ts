import type { Normalized } from '#libs/booking-import/rows/read-row';

/** A row without a room that has a status. */
export interface StatusAbove {
  row: number;
  status: string;
}

interface Reading {
  given: { row_index: number; resolution?: { location_id?: string | undefined } | undefined };
  normalized: Normalized;
}

/** What the line of a group says of the rows below it: programs print its status there, and leave those of its members blank. */
export class StatusesAbove {
  private above: StatusAbove | null = null;
  private readonly ofRows = new Map<number, StatusAbove>();

  /** Looks at the rows in their order. */
  add({ given, normalized }: Reading): void {
    const { status, room, booking_id: id, reference } = normalized;
    const isBooking = (room ?? id ?? reference ?? given.resolution?.location_id ?? null) !== null;
    if (status !== null) this.above = isBooking ? null : { row: given.row_index, status };
    else if (this.above) this.ofRows.set(given.row_index, this.above);
  }

  of = (row: number): StatusAbove | null => this.ofRows.get(row) ?? null;
}
