import { membersWriter } from '#libs/core/database/json-members';
import { type ReaderOf, recordReader } from '#libs/core/database/statement';
import { FIELD_NAMES } from '#libs/bookings/booking-fields';
import type { ExpandedBooking } from '#libs/bookings/listing/expand.queries';
import { type DatedStatus, phaseOf } from '#libs/bookings/phase';

/** What a page needs of a booking, in addition to its JSON. */
const NEEDED = [
  ...['_id', 'lead_person', 'additional_people', 'location', 'block_booking', 'flags'],
  ...['status', 'contract_start', 'contract_end', 'total_count'],
];

/** A booking of a page: its JSON before and after its phase, and what its expansions and its phase depend on. */
export interface ListedRow extends ExpandedBooking, DatedStatus {
  total_count: number;
  /** The values of its sort keys, as PostgreSQL writes an array. */
  key_values: string;
  before: string;
  after: string;
}

const PHASE = FIELD_NAMES.indexOf('phase');
const [BEFORE, AFTER] = [FIELD_NAMES.slice(0, PHASE), FIELD_NAMES.slice(PHASE + 1)];

/** Reads the rows of a page. The only row of an empty page holds the total, and no booking. */
export const listedReader: ReaderOf<ListedRow> = (fields) => {
  const record = recordReader<Omit<ListedRow, 'before' | 'after' | 'key_values'>>(fields, NEEDED);
  const [before, after] = [membersWriter(fields, BEFORE), membersWriter(fields, AFTER)];
  const keys = fields.findIndex(({ name }) => name === 'key_values');
  return (raw) => Object.assign(record(raw), { key_values: raw[keys] ?? '{}', before: before(raw), after: after(raw) });
};

/** A booking of a page as JSON, in the order of the fields of its response. `today` is the date of the site. */
export function jsonOf(row: ListedRow, today: string): string {
  const { stays, expanded } = row;
  const more = stays || expanded ? `,${JSON.stringify({ stays, expanded }).slice(1, -1)}` : '';
  return `{${row.before},"phase":"${phaseOf(row, today)}",${row.after}${more}}`;
}
