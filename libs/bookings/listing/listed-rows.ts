import { jsonMembers } from '#libs/core/database/json-members';
import { compiled, memberOf, type ReaderOf } from '#libs/core/database/statement';
import { FIELD_NAMES } from '#libs/bookings/booking-fields';
import { type Extras, RECORD_PREFIX, type RecordKind, recordKinds } from '#libs/bookings/listing/expand.queries';
import type { Include } from '../read-booking.dto.js';
import { type DatedStatus, phaseOf } from '#libs/bookings/phase';

/** What a page needs of a booking, in addition to its JSON. */
const NEEDED = ['_id', 'status', 'contract_start', 'contract_end', 'total_count'];

/** A booking of a page: its JSON before and after its phase, and what its phase depends on. */
export interface ListedRow extends DatedStatus {
  _id: string;
  /** Null if the page is not to be used. */
  total_count: number | null;
  /** The values of its sort keys, as PostgreSQL writes an array. */
  key_values: string;
  before: string;
  after: string;
  /** The records that it names, as JSON, if they are requested. */
  records: Partial<Record<RecordKind, string>>;
}

const PHASE = FIELD_NAMES.indexOf('phase');
const [BEFORE, AFTER] = [FIELD_NAMES.slice(0, PHASE), FIELD_NAMES.slice(PHASE + 1)];

/** Reads the rows of a page. The only row of an empty page holds the total, and no booking. */
export const listedReader: ReaderOf<ListedRow> = (fields) => {
  const kinds = fields.flatMap(({ name }, at) =>
    name.startsWith(RECORD_PREFIX) ? [`"${name.slice(RECORD_PREFIX.length)}": r[${at}] ?? 'null'`] : [],
  );
  // One literal: an object that is put together from others costs more than everything else about a row.
  const members = [
    ...fields.flatMap((field, at) => (NEEDED.includes(field.name) ? [memberOf(field, at)] : [])),
    `key_values: r[${fields.findIndex(({ name }) => name === 'key_values')}] ?? '{}'`,
    `before: ${jsonMembers(fields, BEFORE)}`,
    `after: ${jsonMembers(fields, AFTER)}`,
    `records: { ${kinds.join(', ')} }`,
  ];
  return compiled(fields, `({ ${members.join(', ')} })`);
};

/** A booking of a page as JSON, in the order of the fields of its response. `today` is the date of the site. */
export function jsonOf(row: ListedRow, today: string, include: Include[] | undefined, extras: Extras): string {
  const booking = `{${row.before},"phase":"${phaseOf(row, today)}",${row.after}`;
  if (!include) return `${booking}}`;
  const { stays, transactions } = extras;
  const expanded = recordKinds(include).map((kind) => `"${kind}":${row.records[kind]}`);
  if (transactions) expanded.push(`"transactions":${JSON.stringify(transactions)}`);
  return `${booking}${stays ? `,"stays":${JSON.stringify(stays)}` : ''},"expanded":{${expanded.join(',')}}}`;
}
