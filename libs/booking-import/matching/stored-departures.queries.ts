import { mapWithYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import { cellsOf, type Headers } from '#libs/booking-import/columns/columns';
import type { DateContext } from '#libs/booking-import/dates/date-style';
import { readRow } from '#libs/booking-import/rows/read-row';
import { readLocationIndex } from '#libs/matching/location-index';

const STAYS = `SELECT EXISTS (SELECT FROM bookings b
  JOIN unnest($2::uuid[], $3::text[], $4::uuid[], $5::date[], $6::date[]) AS r (id, reference, location, first, last)
    ON b.contract_end = r.last AND (b.id = r.id OR b.reference = r.reference OR b.location_id = r.location AND b.contract_start = r.first)
  WHERE b.site_id = $1) AS "hasStay"`;

/**
 * Whether a file has a stay of the site with its day of departure, as it is stored: then the last days of the file are no last nights, whatever was
 * declared for the one before.
 */
export async function hasStoredDepartures(
  sql: Sql,
  siteId: string,
  rows: readonly { values: Record<string, unknown> }[],
  headers: Headers,
  { stayEnd: _asWritten, ...calendar }: DateContext,
): Promise<boolean> {
  const rooms = await readLocationIndex(sql, siteId);
  const stays = await mapWithYield([...rows], ({ values }) => {
    const { booking_id: id, reference, room, contract_start: first, contract_end: last } = readRow(cellsOf(values, headers).fields, calendar).normalized; // prettier-ignore
    const location = room === null ? undefined : rooms.find(room).only?.id;
    return { id: id !== null && isId(id) ? id : null, reference, location: location ?? null, first, last };
  });
  const known = stays.filter(({ last }) => last !== null);
  if (known.length === 0) return false;
  const columns = (['id', 'reference', 'location', 'first', 'last'] as const).map((name) => known.map((stay) => stay[name])); // prettier-ignore
  const [found] = await sql.rows<{ hasStay: boolean }>(STAYS, [siteId, ...columns]);
  return found?.hasStay ?? false;
}
