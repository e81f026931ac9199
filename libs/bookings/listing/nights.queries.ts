import { isId } from '#libs/core/http/ids';
import { addDays } from '#libs/core/time/site-time';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { type Asked, inSet } from '#libs/bookings/listing/asked';
import type { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';
import type { Nights } from '#libs/bookings/listing/conditions';
import { siteNights } from '#libs/bookings/listing/site-nights.queries';
import { isBelow } from '#libs/locations/below.queries';

/** The nights that are requested; none where the end comes before the start. */
function nightsRange({ query: { from, to }, value }: Asked): string {
  const start = value(from ?? null);
  return `daterange(${start}::date, ${to === undefined ? 'NULL' : `greatest(${value(to)}::date, ${start}::date)`})`;
}

/** Whether a list is of bookings with a night in the whole site, and not of those that were called off, too. */
export const isOfWholeSite = ({ location, location_tree: tree, status }: BookingFilters): boolean =>
  location === undefined && tree === undefined && !CALLED_OFF.some((each) => status?.includes(each));

/** A range that is longer than this may have most bookings of a site. */
const FEW_DAYS = 62;

/** The nights of a whole site from a date up to another. */
export function nightsOfSite(asked: Asked): Nights {
  const { from, to } = asked.query;
  const isWide = from === undefined || to === undefined || to > addDays(from, FEW_DAYS);
  return { ...siteNights(asked.site, `${asked.value(asked.today)}::date`, nightsRange(asked)), isWide };
}

/** Bookings that hold or had a night from a date up to another in a location, or in any one if those that were called off are asked for. */
export function placeNights(asked: Asked): string {
  const { query, site, today, value, sets } = asked;
  const { location, location_tree: tree, status } = query;
  if ([location, tree].some((id) => id !== undefined && !isId(id))) return 'false';
  const range = nightsRange(asked);
  const at =
    location === undefined ? '' : `AND t.location_id = ${value(location)} AND t.stay_location_id = t.location_id`;
  const root = tree === undefined ? '' : value(tree);
  const inTree = (column: string) => (tree === undefined ? '' : `AND ${isBelow(column, site, root)}`);
  const nights = `SELECT t.holder_id AS id FROM timeline(${site}, ${value(today)}::date) t
    WHERE t.closure_id IS NULL AND (t.period && ${range} OR t.in_house) AND t.nights && ${range} ${at} ${inTree('t.location_id')} ${inTree('t.stay_location_id')}`;
  // A booking that was called off has no nights; it is found by its contract, when its status is requested.
  const gone = CALLED_OFF.filter((each) => status?.includes(each));
  if (gone.length === 0) {
    sets.set('stays', `SELECT DISTINCT id FROM (${nights}) n`);
    return inSet('stays');
  }
  const there = location === undefined ? '' : `AND b.location_id = ${value(location)}`;
  const called = `SELECT b.id FROM bookings b WHERE b.site_id = ${site} AND b.status = ANY(${value(gone)}::text[])
    AND b.contract_start < coalesce(upper(${range}), 'infinity') AND nights(b.contract_start, b.contract_end) && ${range} ${there} ${inTree('b.location_id')}`;
  sets.set('stays', `${nights} UNION ${called}`);
  return inSet('stays');
}
