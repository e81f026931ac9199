import type { Sql } from '#libs/core/database/transaction';
import type { LocationResponse } from '#libs/locations/locations.dto';
import { locationColumns } from '#libs/locations/locations.queries';
import { pathsOf } from '#libs/locations/paths.queries';
import { insertInto } from '#libs/core/database/columns';
import { Location } from '#libs/locations/location.entity';

/** A location as it is written: everything that is not by default. */
export interface NewLocation {
  id: string;
  name: string;
  code: string | null;
  type: string;
  parent: string | null;
  floor: string | null;
  capacity: number;
  active: boolean;
}

const TYPES = 'SELECT id, name FROM location_types WHERE site_id = $1';
export const listTypes = (sql: Sql, siteId: string) => sql.rows<{ id: string; name: string }>(TYPES, [siteId]);

/** An existing location, with the names from the top of the tree down to it. */
export interface KnownLocation {
  id: string;
  parent_id: string | null;
  code: string | null;
  name: string;
  path: string;
  /** 1 at the top. */
  level: number;
}

const PLACES = `
WITH ${pathsOf('$1')} SELECT * FROM paths`;
export const listPlaces = (sql: Sql, siteId: string) => sql.rows<KnownLocation>(PLACES, [siteId]);

const INSERT = `
${insertInto(Location, 'siteId id name code locationTypeId parentId floor capacity active createdAt updatedAt')}
SELECT $1, l.id, l.name, l.code, l.type, l.parent, l.floor, l.capacity, l.active, $3, $3
FROM jsonb_to_recordset($2) AS l (id uuid, name text, code text, type uuid, parent uuid, floor text, capacity smallint, active boolean)`;

/** Writes locations whose parents exist. */
export const insertLocations = (sql: Sql, siteId: string, locations: NewLocation[], now: Date) =>
  sql.rows(INSERT, [siteId, JSON.stringify(locations), now]);

const CREATED = `
WITH ${pathsOf('$1')}
SELECT ${locationColumns('p.path')}
FROM unnest($2::uuid[]) WITH ORDINALITY AS u (id, position)
JOIN locations l ON l.site_id = $1 AND l.id = u.id JOIN paths p ON p.id = l.id ORDER BY u.position`;
export const listCreated = (sql: Sql, siteId: string, ids: string[]) =>
  sql.rows<LocationResponse>(CREATED, [siteId, ids]);
