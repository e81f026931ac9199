import { recordName } from '#libs/core/database/record-name';
import type { ExportCell } from '#libs/core/csv/cells';
import { type ExportStyle, selectedCells } from '#libs/core/csv/export-cells';
import {
  BOOKING_FIELDS,
  columnOf,
  EXPORTED_FIELDS,
  type ExportedField,
  IMPORTED_FIELDS,
  type StoredField,
} from '#libs/bookings/booking-fields';
import type { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';
import { literal } from '#libs/bookings/listing/asked';
import { conditionsOf, type FilteredSite } from '#libs/bookings/listing/booking-filters.queries';
import { ofWhole } from '#libs/bookings/listing/conditions';
import type { Sort } from '#libs/bookings/listing/list-bookings.dto';
import { orderBy, sortOrder } from '#libs/bookings/listing/sort-orders';
import { phaseColumn } from '#libs/bookings/phase';
import { pathsOf } from '#libs/locations/paths.queries';

/** A stored field as a cell: how depends on its type. */
function cellOf(name: StoredField): ExportCell {
  const { name: column, type } = columnOf(name);
  return { sql: `b.${column}`, kind: KINDS[type] ?? 'code' };
}
const KINDS: Record<string, ExportCell['kind']> = {
  timestamptz: 'instant',
  text: 'text',
  date: 'date',
  int: 'number',
};

const text = (sql: string): ExportCell => ({ sql, kind: 'text' });
const code = (sql: string): ExportCell => ({ sql, kind: 'code' });

const imported = () => IMPORTED_FIELDS.map((name) => [BOOKING_FIELDS[name].imported.column, cellOf(name)]);

/** The columns that are not a stored field, or come before the others. */
const named = (today: string): Partial<Record<ExportedField, ExportCell>> => ({
  _id: code('b.id'),
  reference: code('b.reference'),
  status: code('b.status'),
  phase: code(phaseColumn(() => today)),
  block_booking: text('k.name'),
  flags: text('f.names'),
  additional_people: text('a.names'),
});

function exported(today: string): [string, ExportCell][] {
  const first = named(today);
  const names = new Set([...(Object.keys(first) as ExportedField[]), ...EXPORTED_FIELDS]);
  return [...names].map((name) => [BOOKING_FIELDS[name].exported, first[name] ?? cellOf(name as StoredField)]);
}

/** The columns of the file and what fills them: first those that an import reads. */
const CELLS = (today: string): Record<string, ExportCell> => ({
  student_id: text('p.student_id'),
  first_name: text('p.first_name'),
  last_name: text('p.last_name'),
  email: text('p.email'),
  room: text('r.room'),
  ...Object.fromEntries(imported()),
  ...Object.fromEntries(exported(today)),
});

export const COLUMNS = Object.keys(CELLS(''));

/** A room is named as an import finds it: by its code, else by its path. */
const ROOMS = (site: string) => `${pathsOf(site)},
rooms AS MATERIALIZED (SELECT id, coalesce(code, path) AS room FROM paths)`;

/** The query of an export. COPY takes no parameters, so the text contains the values, escaped. */
export function exportQuery(
  filters: BookingFilters,
  { sort, format, times, ...day }: FilteredSite & ExportStyle & { sort: Sort },
): string {
  const site = `${literal(day.id)}::uuid`;
  const order = sortOrder(sort);
  const cells = selectedCells(CELLS(`${literal(day.today)}::date`), { format, times, timeZone: day.timeZone });
  const { sets, where } = ofWhole(conditionsOf(filters, day, { site, value: literal }));
  return `WITH ${[ROOMS(site), ...sets].join(',\n')}
SELECT ${cells}
FROM bookings b
LEFT JOIN students p ON p.site_id = b.site_id AND p.id = b.lead_person_id
JOIN rooms r ON r.id = b.location_id
${order.join}
LEFT JOIN block_bookings k ON k.site_id = b.site_id AND k.id = b.block_booking_id
LEFT JOIN (
  SELECT x.booking_id, string_agg(y.name, '; ' ORDER BY x.position) AS names
  FROM booking_flags x JOIN flags y ON y.site_id = x.site_id AND y.id = x.flag_id
  WHERE x.site_id = ${site} GROUP BY x.booking_id) f ON f.booking_id = b.id
LEFT JOIN (
  SELECT x.booking_id, string_agg(${recordName('y')}, '; ' ORDER BY x.position) AS names
  FROM booking_people x JOIN students y ON y.site_id = x.site_id AND y.id = x.student_id
  WHERE x.site_id = ${site} GROUP BY x.booking_id) a ON a.booking_id = b.id
WHERE ${where}
ORDER BY ${orderBy(order)}`;
}
