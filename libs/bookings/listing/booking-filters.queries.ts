import { escapeLiteral } from 'pg';
import { escapeLike, escapeLikeName } from '#libs/core/database/like';
import { isId } from '#libs/core/http/ids';
import { dateOf } from '#libs/core/time/site-time';
import type { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';
import { isBelow } from '#libs/locations/below.queries';
import { inHouseOn } from '#libs/bookings/in-house';
import { phaseCondition } from '#libs/bookings/phase';

/** What a list or an export filters by: `hits` of a search come before the query, `where` inside it. */
export interface Conditions {
  hits: string | undefined;
  where: string;
}

/** The day and the place in which bookings are filtered. */
export interface FilteredSite {
  id: string;
  timeZone: string;
  /** The site's date. */
  today: string;
}

/** How a value stands in the query: as a parameter, or, in a COPY, which takes none, as a literal. */
export type ValueInSql = (given: unknown) => string;

/** A value as a literal; a list as an array. */
export const literal: ValueInSql = (given) => {
  if (given === null || given === undefined) return 'NULL';
  if (!Array.isArray(given)) return escapeLiteral(String(given));
  return `ARRAY[${given.map((each) => escapeLiteral(String(each))).join(', ')}]`;
};

// A union, not an or: each half has an index of its own.
const PERSON = (site: string, id: string) => `b.id IN (
  SELECT o.id FROM bookings o WHERE o.site_id = ${site} AND o.lead_person_id = ${id}
  UNION SELECT p.booking_id FROM booking_people p WHERE p.site_id = ${site} AND p.student_id = ${id})`;

const FLAGS = (site: string, ids: string) =>
  `EXISTS (SELECT FROM booking_flags f WHERE f.site_id = ${site} AND f.booking_id = b.id AND f.flag_id = ANY(${ids}::uuid[]))`;

// One branch per table, each over its own trigram index. The expressions must stay as the indexes have them.
const HITS = (site: string, pattern: string, namePattern: string) => `hits AS MATERIALIZED (
  WITH people AS (
    SELECT id FROM students WHERE site_id = ${site} AND folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || student_id) LIKE ${namePattern})
  SELECT id FROM bookings WHERE site_id = ${site} AND folded(reference || ' ' || coalesce(vehicle_registration, '')) LIKE ${pattern}
  UNION SELECT o.id FROM people JOIN bookings o ON o.site_id = ${site} AND o.lead_person_id = people.id
  UNION SELECT p.booking_id FROM people JOIN booking_people p ON p.site_id = ${site} AND p.student_id = people.id
  UNION SELECT o.id FROM locations l JOIN bookings o ON o.site_id = ${site} AND o.location_id = l.id
    WHERE l.site_id = ${site} AND folded(l.name || ' ' || coalesce(l.code, '')) LIKE ${pattern}
  UNION SELECT o.id FROM block_bookings k JOIN bookings o ON o.site_id = ${site} AND o.block_booking_id = k.id
    WHERE k.site_id = ${site} AND folded(k.name) LIKE ${pattern})`;

// A booking that does not count any more has no nights; it is found by its contract, when its status is asked for.
const GONE = ['cancelled', 'no_show', 'void'];

interface Asked {
  query: BookingFilters;
  site: string;
  today: string;
  value: ValueInSql;
}

/** Bookings that hold or had a night from a date up to another, in a location if one is given. */
function nightsCondition({ query, site, today, value }: Asked): string {
  const { from, to, location, location_tree: tree, status } = query;
  if ([location, tree].some((id) => id !== undefined && !isId(id))) return 'false';
  const range = `daterange(${value(from ?? null)}::date, ${to === undefined ? 'NULL' : `greatest(${value(to)}::date, ${value(from ?? null)}::date)`})`;
  const at =
    location === undefined ? '' : `AND t.location_id = ${value(location)} AND t.stay_location_id = t.location_id`;
  const root = tree === undefined ? '' : value(tree);
  const inTree = (column: string) => (tree === undefined ? '' : `AND ${isBelow(column, site, root)}`);
  const nights = `b.id IN (SELECT t.holder_id FROM timeline(${site}, ${value(today)}::date) t
    WHERE (t.period && ${range} OR t.in_house) AND t.nights && ${range} ${at} ${inTree('t.location_id')} ${inTree('t.stay_location_id')})`;
  const gone = status?.filter((each) => GONE.includes(each)) ?? [];
  if (gone.length === 0) return nights;
  const there = location === undefined ? '' : `AND b.location_id = ${value(location)}`;
  return `(${nights} OR b.status = ANY(${value(gone)}::text[]) AND nights(b.contract_start, b.contract_end) && ${range} ${there} ${inTree('b.location_id')})`;
}

/** A stay that begins or ends on a date, unless it was called off and nobody asked for such. */
function dateCondition(column: string, date: string | undefined, { query, value }: Asked): string | false {
  if (date === undefined) return false;
  const counts = query.status || query.phase ? '' : ` AND b.status NOT IN ('cancelled', 'no_show', 'void')`;
  return `b.${column} = ${value(date)}::date${counts}`;
}

function datesConditions(asked: Asked): (string | false)[] {
  const { query, today, value } = asked;
  const inNights = query.from !== undefined || query.to !== undefined;
  return [
    inNights && nightsCondition(asked),
    dateCondition('contract_start', query.arriving_on, asked),
    dateCondition('contract_end', query.departing_on, asked),
    query.in_house_on !== undefined && inHouseOn(`${value(query.in_house_on)}::date`, query.in_house_on, today),
  ];
}

/** Where the values of conditions stand in their query. */
interface Places {
  /** The id of the site, as an expression. */
  site: string;
  value: ValueInSql;
}

/** The conditions over `b`; ids that are none match nothing. */
export function conditionsOf(query: BookingFilters, site: FilteredSite, { site: siteId, value }: Places): Conditions {
  const asked = { query: inSiteDates(query, site.timeZone), site: siteId, today: site.today, value };
  const { from, to, person, location, block_booking: block, flags, status, phase, q } = asked.query;
  const { location_tree: tree } = asked.query;
  const reference = (id: string, condition: (place: string) => string) => (isId(id) ? condition(value(id)) : 'false');
  const inNights = from !== undefined || to !== undefined;
  const conditions = [
    `b.site_id = ${siteId}`,
    person !== undefined && reference(person, (id) => PERSON(siteId, id)),
    location !== undefined && !inNights && reference(location, (id) => `b.location_id = ${id}`),
    tree !== undefined && !inNights && reference(tree, (root) => isBelow('b.location_id', siteId, root)),
    ...datesConditions(asked),
    block !== undefined && reference(block, (id) => `b.block_booking_id = ${id}`),
    flags !== undefined && FLAGS(siteId, value(flags.filter(isId))),
    status?.length === 1 && `b.status = ${value(status[0])}`,
    status && status.length > 1 && `b.status = ANY(${value(status)}::text[])`,
    phase && `(${phase.map((each) => phaseCondition(each, () => `${value(site.today)}::date`)).join(' OR ')})`,
    q !== undefined && 'b.id IN (SELECT id FROM hits)',
  ];
  const containing = (escaped: string) => `'%' || folded(${value(escaped)}) || '%'`;
  const hits = q === undefined ? undefined : HITS(siteId, containing(escapeLike(q)), containing(escapeLikeName(q)));
  return { hits, where: conditions.filter(Boolean).join(' AND ') };
}

const DATES = ['from', 'to', 'arriving_on', 'departing_on', 'in_house_on'] as const;

function inSiteDates(query: BookingFilters, timeZone: string): BookingFilters {
  const given = DATES.flatMap((name) => (query[name] === undefined ? [] : [[name, dateOf(query[name], timeZone)]]));
  return { ...query, ...(Object.fromEntries(given) as Pick<BookingFilters, (typeof DATES)[number]>) };
}
