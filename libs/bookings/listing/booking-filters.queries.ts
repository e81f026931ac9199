import { escapeLike, escapeLikeName } from '#libs/core/database/like';
import { isId } from '#libs/core/http/ids';
import { addDays, dateOf, startOfDay } from '#libs/core/time/site-time';
import type { BookingFilters } from '#libs/bookings/listing/booking-filters.dto';
import { isBelow } from '#libs/locations/below.queries';
import { inHouseOn } from '#libs/bookings/in-house';
import { nearRooms, roomOn } from '#libs/bookings/room-of-night';
import { type BookingStatus, CALLED_OFF } from '#libs/bookings/booking-status';
import { inSql, LIVE_IN_SQL } from '#libs/occupancy/live';
import { type Conditions, type Flags, hidden } from '#libs/bookings/listing/conditions';
import { isOfWholeSite, nightsOfSite, placeNights } from '#libs/bookings/listing/nights.queries';
import { type Asked, inSet, type Sets, type ValueInSql } from '#libs/bookings/listing/asked';
import { isSmallPhase, type Phase, phaseCondition, statusesOf } from '#libs/bookings/phase';

/** The day and the place in which bookings are filtered. */
export interface FilteredSite {
  id: string;
  timeZone: string;
  /** The site's date. */
  today: string;
}

// A union, not an or: each half has an index of its own.
const PERSON = (site: string, id: string) => `b.id IN (
  SELECT o.id FROM bookings o WHERE o.site_id = ${site} AND o.lead_person_id = ${id}
  UNION SELECT p.booking_id FROM booking_people p WHERE p.site_id = ${site} AND p.student_id = ${id})`;

function flagsOf(site: string, flags: string): Flags {
  const given = `FROM booking_flags f WHERE f.site_id = ${site} AND f.flag_id = ANY(${flags}::uuid[])`;
  // With an OFFSET they are looked up for each booking, and not joined or read all together.
  return {
    has: `EXISTS (SELECT ${given} AND f.booking_id = b.id OFFSET 0)`,
    ids: `SELECT f.booking_id AS id ${given}`,
  };
}

/** Shorter texts have no group of three letters, by which the index of a search finds them. */
const SEARCHED_BY_INDEX = 3;
/** A site with more bookings than this is large: to read all of them in an index takes longer than to read what is found in all sites. */
const LARGE_SITE = 2_000;

type Searched = (text: string) => string;

/** The bookings of a site by their own texts. References are random, so that other sites have few with the same letters. */
const ownHits = (site: string, has: Searched): string => {
  const found = has(`reference || ' ' || coalesce(vehicle_registration, '')`);
  // With LATERAL and OFFSET the second one is not planned for several processes, which start more slowly than it runs.
  return `SELECT id FROM bookings WHERE site_id = ${site} AND ${found} AND NOT (SELECT is_large FROM size)
  UNION SELECT o.id FROM size CROSS JOIN LATERAL (
    SELECT id FROM bookings WHERE ${hidden(`site_id = ${site}`)} AND ${found} AND is_large OFFSET 0) o`;
};

// One branch per table, each over its own trigram index. The expressions must stay as the indexes have them.
const HITS = (site: string, has: Searched, hasName: Searched) => `
  WITH size AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM bookings WHERE site_id = ${site} ORDER BY contract_start OFFSET ${LARGE_SITE}) AS is_large),
  people AS (
    SELECT id FROM students WHERE site_id = ${site} AND ${hasName(`first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || student_id`)})
  ${ownHits(site, has)}
  UNION SELECT o.id FROM people JOIN bookings o ON o.site_id = ${site} AND o.lead_person_id = people.id
  UNION SELECT p.booking_id FROM people JOIN booking_people p ON p.site_id = ${site} AND p.student_id = people.id
  UNION SELECT o.id FROM locations l JOIN bookings o ON o.site_id = ${site} AND o.location_id = l.id
    WHERE l.site_id = ${site} AND ${has(`l.name || ' ' || coalesce(l.code, '')`)}
  UNION SELECT o.id FROM block_bookings k JOIN bookings o ON o.site_id = ${site} AND o.block_booking_id = k.id
    WHERE k.site_id = ${site} AND ${has('k.name')}`;

const phasesCondition = (phases: Phase[], { today, value }: Asked): string =>
  `(${phases.map((each) => phaseCondition(each, () => `${value(today)}::date`)).join(' OR ')})`;

function searchCondition(q: string, { site, value, sets }: Asked): string {
  const containing = (escaped: string) => {
    const pattern = `'%' || folded(${value(escaped)}) || '%'`;
    const has = (text: string) => `folded(${text}) LIKE ${pattern}`;
    // Without such a group the whole index would be read, with all sites.
    return [...q].length < SEARCHED_BY_INDEX ? (text: string) => hidden(has(text)) : has;
  };
  sets.set('hits', HITS(site, containing(escapeLike(q)), containing(escapeLikeName(q))));
  return inSet('hits');
}

/** The statuses that bookings in the list can have: all, unless statuses or phases are requested. */
function askedStatuses({ status, phase }: BookingFilters): BookingStatus[] | undefined {
  const ofPhases = phase?.flatMap(statusesOf);
  if (!status) return ofPhases && [...new Set(ofPhases)];
  return [...new Set(status)].filter((each) => ofPhases?.includes(each) ?? true);
}

/** A stay that begins or ends on a date, unless it was called off and nobody requested cancelled ones. */
function dateCondition(column: string, date: string | undefined, { query, value }: Asked): string | false {
  return date !== undefined && `${column} = ${value(date)}::date${ofWhichStatus(query)}`;
}

/** A stay with a departure slot between two instants. */
function slotCondition(date: string | undefined, { query, value, timeZone }: Asked): string | false {
  if (date === undefined) return false;
  const [from, to] = [date, addDays(date, 1)].map((day) => value(startOfDay(day, timeZone).toISOString()));
  return `b.departure_slot_at >= ${from}::timestamptz AND b.departure_slot_at < ${to}::timestamptz${ofWhichStatus(query)}`;
}

const ofWhichStatus = ({ status, phase }: BookingFilters): string =>
  status || phase ? '' : ` AND b.status NOT IN ${inSql(CALLED_OFF)}`;

/** The instant at which a day of the site is over. */
const endOf = (day: string, { value, timeZone }: Asked): string =>
  `${value(startOfDay(addDays(day, 1), timeZone).toISOString())}::timestamptz`;

/** What ends soon, of which a site has few. */
function endingConditions(asked: Asked): (string | false)[] {
  const { query, value } = asked;
  const { contract_end_by: contract, hold_until_by: hold, parking_expiry_by: parking } = query;
  return [
    contract !== undefined &&
      `b.status = 'checked_in' AND coalesce(b.contract_end, 'infinity') <= ${value(contract)}::date`,
    hold !== undefined && `b.status = 'provisional' AND b.hold_until < ${endOf(hold, asked)}`,
    parking !== undefined && `b.status IN ${LIVE_IN_SQL} AND b.parking_expiry_at < ${endOf(parking, asked)}`,
  ];
}

/** Bookings of a location, of which there are few, or of a tree, of which there may be many; with a night, of where they have it. */
function placeConditions(asked: Asked): { few: string[]; wide: string[] } {
  const { query, site, today, value, sets } = asked;
  const { location, location_tree: tree, in_house_on: on } = query;
  if ([location, tree].some((id) => id !== undefined && !isId(id))) return { few: ['false'], wide: [] };
  const below = (root: string | undefined) =>
    root !== undefined && ((column: string) => isBelow(column, site, value(root)));
  const [root, branch] = [below(location), below(tree)];
  if (on === undefined)
    return {
      few: root ? [`b.location_id = ${value(location)}`] : [],
      wide: branch ? [branch('b.location_id')] : [],
    };
  const among = branch || root;
  if (!among) return { few: [], wide: [] };
  const night = { site, night: `${value(on)}::date` };
  sets.set('near', nearRooms(night, among));
  const room = roomOn(night, on, today);
  const exact = [root && `${room} = ${value(location)}`, branch && branch(room)].filter(isTrue);
  return { few: [inSet('near'), inHouseCondition(on, asked), ...exact], wide: [] };
}

const inHouseCondition = (on: string, asked: Asked): string =>
  inHouseOn({ date: on, today: asked.today, night: () => `${asked.value(on)}::date`, ends: () => endOf(on, asked) });

function datesConditions(asked: Asked): (string | false)[] {
  const { query } = asked;
  const { in_house_on: on } = query;
  return [
    dateCondition('b.contract_start', query.arriving_on, asked),
    dateCondition(`coalesce(b.contract_end, 'infinity')`, query.departing_on, asked),
    slotCondition(query.departure_slot_on, asked),
    // In a place it is a part of what leads there.
    on !== undefined && !asked.sets.has('near') && inHouseCondition(on, asked),
  ];
}

const isTrue = (condition: string | false | undefined): condition is string => Boolean(condition);

/** The positions of the values of conditions in their query. */
interface Places {
  /** The id of the site, as an expression. */
  site: string;
  value: ValueInSql;
}

/** The conditions over `b`; a value that is not an id matches nothing. */
export function conditionsOf(query: BookingFilters, site: FilteredSite, { site: siteId, value }: Places): Conditions {
  const sets: Sets = new Map();
  const asked: Asked = {
    query: inSiteDates(query, site.timeZone),
    site: siteId,
    today: site.today,
    timeZone: site.timeZone,
    value,
    sets,
  };
  const { person, block_booking: block, flags, status, phase, q } = asked.query;
  const reference = (id: string, condition: (place: string) => string) => (isId(id) ? condition(value(id)) : 'false');
  const inNights = asked.query.from !== undefined || asked.query.to !== undefined;
  const nights = inNights && isOfWholeSite(asked.query) ? nightsOfSite(asked) : undefined;
  const phased = phase && phasesCondition(phase, asked);
  const isSmall = phase?.every(isSmallPhase) ?? false;
  const found = [
    inNights && !nights && placeNights(asked),
    ...endingConditions(asked),
    isSmall && phased,
    q !== undefined && searchCondition(q, asked),
  ].filter(isTrue);
  const places = inNights ? { few: [], wide: [] } : placeConditions(asked);
  const few = [
    person !== undefined && reference(person, (id) => PERSON(siteId, id)),
    ...places.few,
    block !== undefined && reference(block, (id) => `b.block_booking_id = ${id}`),
  ].filter(isTrue);
  const statuses = askedStatuses(query)?.filter((each) => !nights || !CALLED_OFF.some((one) => one === each));
  const base = [
    // Bookings that were called off have no nights.
    statuses?.length === 0 && 'false',
    status?.length === 1 && `b.status = ${value(status[0])}`,
    status && status.length > 1 && `b.status = ANY(${value(status)}::text[])`,
    !isSmall && phased,
  ].filter(isTrue);
  return {
    sets,
    site: `b.site_id = ${siteId}`,
    base,
    few: [...few, ...found],
    wide: [...places.wide, ...datesConditions(asked)].filter(isTrue),
    flags: flags && flagsOf(siteId, value(flags.filter(isId))),
    nights,
    statuses,
    isPlain: found.length === 0 && sets.size === 0 && !nights && flags === undefined,
  };
}

const DATES = [
  'from',
  'to',
  'arriving_on',
  'departing_on',
  'departure_slot_on',
  'in_house_on',
  'contract_end_by',
  'hold_until_by',
  'parking_expiry_by',
] as const;

function inSiteDates(query: BookingFilters, timeZone: string): BookingFilters {
  const given = DATES.flatMap((name) => (query[name] === undefined ? [] : [[name, dateOf(query[name], timeZone)]]));
  return { ...query, ...(Object.fromEntries(given) as Pick<BookingFilters, (typeof DATES)[number]>) };
}
