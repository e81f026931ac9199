import type { Normalized } from '#libs/booking-import/rows/read-row';
import { STATED_STATUSES } from '#libs/matching/status-words';

const STATUSES: readonly string[] = STATED_STATUSES;

/** A row above one without a status, which may say it for both. */
export interface StatusAbove {
  row: number;
  status: string;
}

interface Reading {
  given: { row_index: number; resolution?: { location_id?: string | undefined } | undefined };
  normalized: Normalized;
}

/**
 * What a row above says of those below it that have no status. Programs print the status of a group in a line of its own; or in its first row only: then
 * the list begins with a status, and no two rows that follow each other have the same, nor any two rows if one of the statuses is not a known one.
 */
export class StatusesAbove {
  private above: StatusAbove | null = null;
  private readonly ofLines = new Map<number, StatusAbove>();
  private label: StatusAbove | null = null;
  private before: string | null = null;
  private isGrouped: boolean | null = null;
  private isStrange = false;
  private isRepeated = false;
  private readonly labels = new Set<string>();
  private readonly ofFirstRows = new Map<number, StatusAbove>();

  /** Looks at the rows in their order. */
  add({ given, normalized }: Reading): void {
    const { status, room, booking_id: id, reference } = normalized;
    const isBooking = (room ?? id ?? reference ?? given.resolution?.location_id ?? null) !== null;
    const said = status === null ? null : { row: given.row_index, status };
    if (said) this.above = isBooking ? null : said;
    else if (this.above) this.ofLines.set(given.row_index, this.above);
    if (!isBooking) return;
    this.isGrouped = (this.isGrouped ?? said !== null) && (said === null || said.status !== this.before);
    this.before = status;
    this.isStrange ||= said !== null && !STATUSES.includes(said.status);
    if (said) {
      this.isRepeated ||= this.labels.has(said.status);
      this.labels.add(said.status);
      this.label = said;
    } else if (this.label) this.ofFirstRows.set(given.row_index, this.label);
  }

  of(row: number): StatusAbove | null {
    const isGrouped = this.isGrouped && !(this.isStrange && this.isRepeated);
    return this.ofLines.get(row) ?? (isGrouped ? (this.ofFirstRows.get(row) ?? null) : null);
  }
}
