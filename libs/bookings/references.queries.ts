import { anyIdOf } from '#libs/core/database/any-id-of';
import type { Sql } from '#libs/core/database/transaction';
import { isId, newId } from '#libs/core/http/ids';

/** The ids that a booking refers to, in lower case. They need not be well-formed. */
export interface GivenReferences {
  /** Null while a block booking has not said who comes. */
  lead_person: string | null;
  additional_people: string[];
  location: string;
  flags: string[];
  block_booking: string | null;
  /** Decides whether a lead person is needed. */
  status: string;
}

export interface KnownLocation {
  active: boolean;
  allocatable: boolean;
}

/** What there is in a site of everything that bookings refer to. */
export interface KnownReferences {
  people: ReadonlySet<string>;
  locations: ReadonlyMap<string, KnownLocation>;
  flags: ReadonlySet<string>;
  /** Whether there is the block booking of one booking; many share one that was just made. */
  block: boolean;
}

/** The location is null when there is none. */
interface Found {
  active: boolean | null;
  allocatable: boolean | null;
  people: string[];
  flags: string[];
  block: boolean;
}

// KEY SHARE: a person cannot be deleted, nor the tree above the room rebuilt, before this booking is in or given up.
const LOCK_ONE = `
WITH people AS (
  SELECT id FROM students WHERE site_id = $1 AND id = ${anyIdOf('$3')} AND deleted_at IS NULL ORDER BY id FOR KEY SHARE),
marks AS (SELECT id FROM flags WHERE site_id = $1 AND id = ${anyIdOf('$4')} ORDER BY id FOR KEY SHARE),
place AS (
  SELECT l.open AS active, t.can_be_allocated_to_bookings AS allocatable
  FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
  WHERE l.site_id = $1 AND l.id = $2 FOR KEY SHARE OF l, t)
SELECT known.*, place.*, $5::uuid IS NULL OR EXISTS (SELECT FROM block_bookings k WHERE k.site_id = $1 AND k.id = $5) AS block
FROM (SELECT ARRAY(SELECT id FROM people) AS people, ARRAY(SELECT id FROM marks) AS flags OFFSET 0) known LEFT JOIN place ON true`;

const FIND_ONE = LOCK_ONE.replaceAll(/ FOR KEY SHARE( OF l, t)?/g, '');

/** Reads what one booking refers to, and locks it by default. */
export async function findReferences(
  sql: Sql,
  siteId: string,
  { lead_person, additional_people, location, flags, block_booking: block }: GivenReferences,
  { lock = true } = {},
): Promise<KnownReferences> {
  const wellFormed = (id: string) => (isId(id) ? id : newId());
  const [found] = await sql.rows<Found>(lock ? LOCK_ONE : FIND_ONE, [
    siteId,
    wellFormed(location),
    [lead_person, ...additional_people].filter((id) => isId(id)),
    flags.filter(isId),
    block === null ? null : wellFormed(block),
  ]);
  if (!found) throw new Error('the references were not read');
  const { active, allocatable } = found;
  return {
    people: new Set(found.people),
    locations: new Map(active === null ? [] : [[location, { active, allocatable: allocatable ?? false }]]),
    flags: new Set(found.flags),
    block: found.block,
  };
}

/** The people and flags of several bookings, as if they were those of one. */
export const namedByAll = (all: GivenReferences[]): Pick<GivenReferences, 'additional_people' | 'flags'> => ({
  additional_people: all.flatMap(({ lead_person: lead, additional_people: others }) => [
    ...(lead === null ? [] : [lead]),
    ...others,
  ]),
  flags: all.flatMap(({ flags }) => flags),
});

const LOCK_MANY = `
SELECT 'person' AS kind, id, NULL::boolean AS active, NULL::boolean AS allocatable FROM (
  SELECT id FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE) people
UNION ALL
SELECT 'location', id, active, allocatable FROM (
  SELECT l.id, l.open AS active, t.can_be_allocated_to_bookings AS allocatable
  FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
  WHERE l.site_id = $1 AND l.id = ANY($3::uuid[]) ORDER BY l.id FOR KEY SHARE OF l, t) places
UNION ALL
SELECT 'flag', id, NULL, NULL FROM (
  SELECT id FROM flags WHERE site_id = $1 AND id = ANY($4::uuid[]) ORDER BY id FOR KEY SHARE) marks`;

/** Locks everything that many bookings refer to, except their block booking, and returns what exists of it. */
export async function lockAllReferences(
  sql: Sql,
  siteId: string,
  { people, locations, flags }: { people: string[]; locations: string[]; flags: string[] },
): Promise<KnownReferences> {
  const ids = [people, locations, flags].map((each) => each.filter(isId));
  const rows = await sql.rows<KnownLocation & { kind: string; id: string }>(LOCK_MANY, [siteId, ...ids]);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    people: new Set(of('person').map(({ id }) => id)),
    locations: new Map(of('location').map((row) => [row.id, row])),
    flags: new Set(of('flag').map(({ id }) => id)),
    block: true,
  };
}
